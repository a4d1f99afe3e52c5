import { encodeBase64, utf8 } from '../bio/encoding.ts';
import { importKey, type WebhookEvent } from '../webhook/verify-webhook.ts';

/** A webhook as the service sends it, for tests of your own endpoint. `secret` is any `whsec_` and base64. */
export async function signWebhook(
  event: WebhookEvent,
  { secret, now = Date.now() }: { readonly secret: string; readonly now?: number },
): Promise<{ readonly headers: Record<string, string>; readonly body: string }> {
  const body = JSON.stringify(event);
  const [id, timestamp] = [`evt_${crypto.randomUUID()}`, String(Math.floor(now / 1000))];
  const key = await importKey(secret, 'sign');
  const signature = new Uint8Array(await crypto.subtle.sign('HMAC', key, utf8(`${id}.${timestamp}.${body}`)));
  const headers = {
    'content-type': 'application/json',
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': `v1,${encodeBase64(signature)}`,
  };
  return { headers, body };
}
