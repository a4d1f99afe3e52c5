import { decodeBase64 } from '../bio/encoding.ts';
import { requireSettings } from '../missing-settings.ts';

export type HmacKey = Awaited<ReturnType<typeof crypto.subtle.importKey>>;

export function importKey(secret: string, use: 'sign' | 'verify'): Promise<HmacKey> {
  requireSettings('verifyWebhook', { secret });
  const bytes = secret.startsWith('whsec_') ? decodeBase64(secret.slice('whsec_'.length)) : undefined;
  if (bytes === undefined || bytes.length === 0)
    throw new TypeError('verifyWebhook: secret must be whsec_ and base64, as the operator gave it to you.');
  return crypto.subtle.importKey('raw', bytes, { name: 'HMAC', hash: 'SHA-256' }, false, [use]);
}
