import { randomBytes } from 'node:crypto';
import { BioConnections } from '../../bio-api/connections.ts';
import { systemClock } from '../../config/clock.ts';
import type { Environment } from '../../config/environment.ts';
import { attemptsOf, webhookState, type WebhookDelivery, type WebhookEndpoint } from '../../merchants/webhook.ts';
import { webhookTest } from '../../webhooks/message.ts';
import { newWebhookSecret } from '../../webhooks/secret.ts';
import { send } from '../../webhooks/send.ts';
import { requireCertificates } from './certificates.ts';
import { httpsUrl } from './https-url.ts';
import { isoTime, NotFoundError, OperatorError, type Operator } from './operator.ts';
import type { WebhookDeliveryView, WebhookSettingView, WebhookTestView, WebhookView } from './views.ts';

export async function listWebhooks({ store }: Operator): Promise<WebhookView[]> {
  const counts = new Map((await store.webhooks.counts()).map((each) => [each.merchantId, each]));
  return (await store.webhooks.list()).map((endpoint) => ({
    merchant_id: endpoint.merchantId,
    url: endpoint.url,
    state: endpointState(endpoint),
    failing_since: isoTime(endpoint.failingSince),
    disabled_at: isoTime(endpoint.disabledAt),
    paused_at: isoTime(endpoint.pausedAt),
    live_secrets: endpoint.secrets.length,
    waiting: counts.get(endpoint.merchantId)?.waiting ?? 0,
    given_up: counts.get(endpoint.merchantId)?.givenUp ?? 0,
  }));
}

export const endpointState = ({
  failingSince,
  disabledAt,
  pausedAt,
}: Pick<WebhookEndpoint, 'failingSince' | 'disabledAt' | 'pausedAt'>): WebhookView['state'] =>
  pausedAt !== null ? 'paused' : disabledAt !== null ? 'disabled' : failingSince !== null ? 'failing' : 'enabled';

/** Newest first. */
export async function listDeliveries(
  operator: Operator,
  merchantId: string,
  limit: number,
): Promise<WebhookDeliveryView[]> {
  await findEndpoint(operator, merchantId);
  return (await operator.store.webhooks.deliveries(merchantId, limit)).map(deliveryView);
}

function deliveryView(delivery: WebhookDelivery): WebhookDeliveryView {
  const attempts = attemptsOf(delivery).map((each) => ({ ...each, at: isoTime(each.at)! }));
  const last = attempts.at(-1);
  return {
    session_id: delivery.sessionId,
    ended_at: isoTime(delivery.at),
    state: webhookState(delivery),
    attempts: delivery.attempts,
    last_result: last?.result ?? null,
    last_ms: last?.ms ?? null,
    last_at: last?.at ?? null,
    next_at: isoTime(delivery.dueAt),
    delivery_attempts: attempts,
  };
}

/** The event of a session; null where its merchant had no webhook when it ended, or it has not ended. */
export async function findDelivery(
  { store }: Pick<Operator, 'store'>,
  sessionId: string,
): Promise<WebhookDeliveryView | null> {
  const delivery = await store.webhooks.delivery(sessionId);
  return delivery === undefined ? null : deliveryView(delivery);
}

/** While it is paused its events are kept and not sent. */
export async function pauseWebhook(operator: Operator, merchantId: string): Promise<void> {
  const { store, now, auditEntry } = operator;
  await findEndpoint(operator, merchantId);
  if (!(await store.webhooks.pause(merchantId, now(), auditEntry('webhook.pause', merchantId))))
    throw new OperatorError(`the webhook of ${merchantId} is already paused`);
}

export async function resumeWebhook(operator: Operator, merchantId: string): Promise<void> {
  const { store, auditEntry } = operator;
  await findEndpoint(operator, merchantId);
  if (!(await store.webhooks.resume(merchantId, auditEntry('webhook.resume', merchantId))))
    throw new OperatorError(`the webhook of ${merchantId} is not paused`);
}

async function findEndpoint({ store }: Operator, merchantId: string): Promise<WebhookEndpoint> {
  const endpoint = await store.webhooks.find(merchantId);
  if (endpoint !== undefined) return endpoint;
  if ((await store.merchants.find(merchantId)) === undefined)
    throw new NotFoundError('merchant', merchantId, 'authly merchant list');
  throw new OperatorError(`${merchantId} has no webhook: authly merchant set ${merchantId} --webhook-url …`);
}

/** Enables the endpoint and makes undelivered events due; with a session id that session's event, even if it was delivered. Returns how many. */
export async function retryWebhook(operator: Operator, merchantId: string, sessionId?: string): Promise<number> {
  const { store, now, auditEntry } = operator;
  await findEndpoint(operator, merchantId);
  const detail = sessionId === undefined ? {} : { session_id: sessionId };
  const entry = auditEntry('webhook.retry', merchantId, detail);
  const due = await store.webhooks.retry(merchantId, now(), sessionId, entry);
  if (sessionId !== undefined && !due) throw new OperatorError(`${merchantId} has no event for session ${sessionId}`);
  return due ?? 0;
}

/** Sends a `webhook.test` event. */
export async function testWebhook(operator: Operator, merchantId: string): Promise<WebhookTestView> {
  const { store, environment, now, masterKey, auditEntry } = operator;
  const endpoint = await findEndpoint(operator, merchantId);
  await store.audit.write(auditEntry('webhook.test', merchantId));
  const connections = new BioConnections({ allowPrivateAddresses: environment === 'test' });
  try {
    const message = webhookTest(randomBytes(10).toString('hex'), now());
    const sender = { environment, master: masterKey(), connections, deadlineClock: systemClock };
    const { delivered, result, ms } = await send(sender, endpoint, message);
    return { merchant_id: merchantId, webhook_id: message.id, delivered, result, ms };
  } finally {
    connections.close();
  }
}

/** Adds a secret next to the newest one; any older one ends. */
export async function rotateWebhookSecret(operator: Operator, merchantId: string): Promise<string> {
  const { store, auditEntry } = operator;
  await findEndpoint(operator, merchantId);
  const { text, secret } = newSecret(operator, merchantId);
  if (!(await store.webhooks.rotateSecret(merchantId, secret, auditEntry('webhook.rotate', merchantId))))
    throw new OperatorError('the webhook was removed in the meantime');
  return text;
}

const newSecret = (
  { environment, now, masterKey }: Operator,
  merchantId: string,
): ReturnType<typeof newWebhookSecret> => newWebhookSecret({ environment, master: masterKey(), merchantId }, now());

interface WebhookSetting {
  /** Null removes it. */
  readonly url: string | null;
  /** Null: the public CAs; undefined: as before. */
  readonly caPem: string | null | undefined;
}

/** Throws what `setWebhook` would. */
export function checkWebhook({ url, caPem }: WebhookSetting, environment: Environment): void {
  try {
    if (url !== null) httpsUrl(url, environment, 'the webhook URL');
  } catch (error) {
    throw error instanceof OperatorError ? new OperatorError(error.message, 'webhookUrl') : error;
  }
  if (typeof caPem === 'string') requireCertificates(caPem, 'the webhook CA');
}

/** Sets, changes or removes the webhook. A secret is returned only when it is new. */
export async function setWebhook(
  operator: Operator,
  merchantId: string,
  setting: WebhookSetting,
): Promise<WebhookSettingView> {
  checkWebhook(setting, operator.environment);
  const { url, caPem } = setting;
  const { webhooks } = operator.store;
  const known = await webhooks.find(merchantId);
  if (url === null) {
    if (known !== undefined) await webhooks.remove(merchantId, operator.auditEntry('webhook.remove', merchantId));
    return { webhook_url: null };
  }
  const entry = operator.auditEntry('webhook.set', merchantId);
  if (known !== undefined) {
    const to = { url, caPem: caPem === undefined ? known.caPem : caPem };
    if (!(await webhooks.change(merchantId, to, entry)))
      throw new OperatorError('the webhook was removed in the meantime: try again');
    return { webhook_url: url };
  }
  const { text, secret } = newSecret(operator, merchantId);
  const endpoint = { merchantId, url, caPem: caPem ?? null, secrets: [secret], createdAt: operator.now() };
  if (!(await webhooks.add(endpoint, entry))) throw new OperatorError('the webhook was set in the meantime: try again');
  return { webhook_url: url, webhook_secret: text };
}
