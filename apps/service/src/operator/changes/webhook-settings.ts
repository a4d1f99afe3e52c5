import { newWebhookSecret } from '../../webhooks/secret.ts';
import { httpsUrl } from './https-url.ts';
import { ofField } from './setting-params.ts';
import { oldAndNew } from '../reads/merchant-rows.ts';
import { provenMasterKey } from '../row/open-key-ring.ts';
import { RefusedError } from '../../runtime/refused-error.ts';
import type { Operator } from '../row/operator.ts';

export const newSecret = async (
  operator: Operator,
  merchantId: string,
): Promise<ReturnType<typeof newWebhookSecret>> => {
  const { environment, now, store } = operator;
  return newWebhookSecret(
    { environment, master: await provenMasterKey(operator, store.keys.list()), merchantId },
    now(),
  );
};

export interface WebhookSetting {
  readonly url: string | null;
  /** Null stands for the public CAs; undefined changes nothing. */
  readonly caPem: string | null | undefined;
}

interface SetWebhook {
  readonly webhook_url: string | null;
  /** A new webhook has one. */
  readonly webhook_secret?: string;
}

/** Checks everything, and returns the function that sets, changes or removes the webhook. */
export async function plannedWebhook(
  operator: Operator,
  merchantId: string,
  { url, caPem }: WebhookSetting,
): Promise<() => Promise<SetWebhook>> {
  const { environment, now, auditEntry } = operator;
  const { webhooks } = operator.store;
  if (url === null)
    return async () => {
      await webhooks.remove(merchantId, auditEntry('webhook.remove', merchantId));
      return { webhook_url: null };
    };
  ofField('webhookUrl', () => httpsUrl(url, environment, 'the webhook URL'));
  const isNew = (await webhooks.find(merchantId)) === undefined;
  const made = isNew ? await newSecret(operator, merchantId) : undefined;
  const entryOf = (before?: string) => {
    const detail = { origin: oldAndNew(before && new URL(before).origin, new URL(url).origin) };
    return auditEntry('webhook.set', merchantId, detail);
  };
  return async () => {
    const endpoint = { merchantId, url, caPem: caPem ?? null, createdAt: now() };
    if (made && (await webhooks.add({ ...endpoint, secrets: [made.secret] }, entryOf())))
      return { webhook_url: url, webhook_secret: made.text };
    if (!(await webhooks.change(merchantId, { url, caPem }, entryOf)))
      throw new RefusedError('the webhook was removed in the meantime: try again');
    return { webhook_url: url };
  };
}
