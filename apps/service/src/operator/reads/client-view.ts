import type { Client } from '../../merchants/merchant.ts';
import { isoTime } from '../../session/iso-time.ts';

export const clientView = (client: Client) => ({
  client_id: client.id,
  merchant_id: client.merchantId,
  scope: client.scopes.join(' '),
  live_secrets: client.secrets.length,
  created_at: isoTime(client.createdAt),
  revoked_at: isoTime(client.revokedAt),
});
