import { newWebhookSecret } from '../../webhooks/secret.ts';
import { OperatorError } from '../operator-error.ts';
import type { Row } from '../output.ts';
import type { StoreContext } from '../store-context.ts';

export const SHOWN_ONCE =
  'The webhook secret is shown only now: it is stored sealed. Events come to the address within seconds of the end of a session.';

/** Sets, changes or ends where a merchant hears of sessions that ended. What is shown of it; a secret only where it is new. */
export async function setWebhook(
  context: StoreContext,
  merchantId: string,
  { url, caPem }: { readonly url: string; readonly caPem: string | null | undefined },
): Promise<Row> {
  const { store, act } = context;
  const known = await store.webhooks.find(merchantId);
  if (url === 'none') {
    if (known !== undefined) await store.webhooks.remove(merchantId, act('webhook.remove', merchantId));
    return { webhook_url: null };
  }
  if (known === undefined) return addWebhook(context, merchantId, url, caPem ?? null);
  const to = { url, caPem: caPem === undefined ? known.caPem : caPem };
  if (!(await store.webhooks.change(merchantId, to, act('webhook.set', merchantId))))
    throw new OperatorError('the webhook was removed meanwhile: try again');
  return { webhook_url: url };
}

async function addWebhook(
  { store, environment, now, masterKey, act }: StoreContext,
  merchantId: string,
  url: string,
  caPem: string | null,
): Promise<Row> {
  const { text, secret } = newWebhookSecret({ environment, master: masterKey(), merchantId }, now());
  const endpoint = { merchantId, url, caPem, secrets: [secret], createdAt: now() };
  if (!(await store.webhooks.add(endpoint, act('webhook.set', merchantId))))
    throw new OperatorError('the webhook was set meanwhile: try again');
  return { webhook_url: url, webhook_secret: text };
}
