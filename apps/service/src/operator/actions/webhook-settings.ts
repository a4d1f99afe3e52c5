import type { Environment } from '../../runtime/environment.ts';
import { newWebhookSecret } from '../../webhooks/secret.ts';
import { requireCertificates } from './certificates.ts';
import { httpsUrl } from './https-url.ts';
import { oldAndNew } from './merchant-view.ts';
import { RefusedError } from '../../runtime/refused-error.ts';
import type { Operator } from './operator.ts';

export const newSecret = (
  { environment, now, masterKey }: Operator,
  merchantId: string,
): ReturnType<typeof newWebhookSecret> => newWebhookSecret({ environment, master: masterKey(), merchantId }, now());

export interface WebhookSetting {
  readonly url: string | null;
  /** Null: the public CAs; undefined: as before. */
  readonly caPem: string | null | undefined;
}

/** Throws what `setWebhook` would. */
export function checkWebhook({ url, caPem }: WebhookSetting, environment: Environment): void {
  try {
    if (url !== null) httpsUrl(url, environment, 'the webhook URL');
  } catch (error) {
    throw error instanceof RefusedError ? new RefusedError(error.message, 'webhookUrl') : error;
  }
  if (typeof caPem === 'string') requireCertificates(caPem, 'the webhook CA');
}

/** Sets, changes or removes the webhook. A secret is returned only when it is new. */
export async function setWebhook(
  operator: Operator,
  merchantId: string,
  setting: WebhookSetting,
): Promise<{ readonly webhook_url: string | null; readonly webhook_secret?: string }> {
  checkWebhook(setting, operator.environment);
  const { url, caPem } = setting;
  const { webhooks } = operator.store;
  const known = await webhooks.find(merchantId);
  if (url === null) {
    if (known !== undefined) await webhooks.remove(merchantId, operator.auditEntry('webhook.remove', merchantId));
    return { webhook_url: null };
  }
  const detail = { origin: oldAndNew(known && new URL(known.url).origin, new URL(url).origin) };
  const entry = operator.auditEntry('webhook.set', merchantId, detail);
  if (known !== undefined) {
    const to = { url, caPem: caPem === undefined ? known.caPem : caPem };
    if (!(await webhooks.change(merchantId, to, entry)))
      throw new RefusedError('the webhook was removed in the meantime: try again');
    return { webhook_url: url };
  }
  const { text, secret } = newSecret(operator, merchantId);
  const endpoint = { merchantId, url, caPem: caPem ?? null, secrets: [secret], createdAt: operator.now() };
  if (!(await webhooks.add(endpoint, entry))) throw new RefusedError('the webhook was set in the meantime: try again');
  return { webhook_url: url, webhook_secret: text };
}
