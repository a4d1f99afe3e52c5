import { randomBytes } from 'node:crypto';
import type { Environment } from '../runtime/environment.ts';
import type { MasterKey } from '../config/master-key.ts';
import { seal, unseal, webhookSecretContext } from '../keys/seal.ts';
import type { WebhookSecret } from '../merchants/webhook.ts';
import type { Instant } from '../session/session.ts';

const BYTES = 32;

interface Owner {
  readonly environment: Environment;
  readonly master: MasterKey;
  readonly merchantId: string;
}

/** The merchant sees the text once; only the sealed secret is stored. */
export function newWebhookSecret(owner: Owner, now: Instant): { text: string; secret: WebhookSecret } {
  const plain = randomBytes(BYTES);
  const id = `whs_${randomBytes(10).toString('hex')}`;
  const text = `whsec_${plain.toString('base64')}`;
  const sealed = seal(owner.master, webhookSecretContext(owner.environment, owner.merchantId, id), plain);
  plain.fill(0);
  return { text, secret: { id, sealed, createdAt: now } };
}

export const openWebhookSecret = ({ environment, master, merchantId }: Owner, { id, sealed }: WebhookSecret): Buffer =>
  unseal(master, webhookSecretContext(environment, merchantId, id), sealed);
