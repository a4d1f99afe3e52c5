import { newWebhookSecret } from '../../webhooks/secret.ts';
import { requireCertificates } from './require-certificates.ts';
import { httpsUrl } from './https-url.ts';
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
  /** Null: the public CAs; undefined: as before. */
  readonly caPem: string | null | undefined;
}

interface SetWebhook {
  readonly webhook_url: string | null;
  /** Only if it is new. */
  readonly webhook_secret?: string;
}

/** Checks everything, and returns the function that sets, changes or removes the webhook. */
export async function plannedWebhook(
  operator: Operator,
  merchantId: string,
  { url, caPem: pem }: WebhookSetting,
): Promise<() => Promise<SetWebhook>> {
  const { environment, now, auditEntry } = operator;
  const { webhooks } = operator.store;
  if (url === null)
    return async () => {
      await webhooks.remove(merchantId, auditEntry('webhook.remove', merchantId));
      return { webhook_url: null };
    };
  try {
    httpsUrl(url, environment, 'the webhook URL');
  } catch (error) {
    throw error instanceof RefusedError ? new RefusedError(error.message, 'webhookUrl') : error;
  }
  const caPem = typeof pem === 'string' ? requireCertificates(pem, 'the webhook CA') : pem;
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
