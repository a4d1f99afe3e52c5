import { randomBytes } from 'node:crypto';
import { Type } from 'typebox';
import type { MasterKey } from '../../config/master-key.ts';
import { OutboundConnections } from '../../outbound/connections.ts';
import { systemClock } from '../../runtime/clock.ts';
import { attemptsOf, webhookState, type WebhookDelivery, type WebhookEndpoint } from '../../merchants/webhook.ts';
import { isoTime } from '../../session/iso-time.ts';
import { webhookTest } from '../../webhooks/message.ts';
import { send } from '../../webhooks/send.ts';
import { action, type Acting } from './action.ts';
import { counted } from './finding.ts';
import { findMerchant } from './merchant-view.ts';
import { RefusedError } from '../../runtime/refused-error.ts';
import type { Operator } from './operator.ts';
import { provenMasterKey } from './open-key-ring.ts';
import { fields, table } from './output.ts';
import { idArgument, idOption, limitOption } from './params.ts';
import { newSecret } from './webhook-settings.ts';

export const SHOWN_ONCE = 'The webhook secret is shown only once. Events are sent within seconds after a session ends.';

export async function listWebhooks({ store }: Pick<Operator, 'store'>) {
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
}: Pick<WebhookEndpoint, 'failingSince' | 'disabledAt' | 'pausedAt'>): 'enabled' | 'failing' | 'disabled' | 'paused' =>
  pausedAt !== null ? 'paused' : disabledAt !== null ? 'disabled' : failingSince !== null ? 'failing' : 'enabled';

export async function listDeliveries(operator: Operator, merchantId: string, limit: number) {
  await findEndpoint(operator, merchantId);
  return (await operator.store.webhooks.deliveries(merchantId, limit)).map(deliveryView);
}

function deliveryView(delivery: WebhookDelivery) {
  // Ended attempts, the newest last.
  const attempts = attemptsOf(delivery).map((each) => ({ ...each, at: isoTime(each.at) }));
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

/** Null: the session has not ended, or its merchant had no webhook then. */
export async function findDelivery({ store }: Pick<Operator, 'store'>, sessionId: string) {
  const delivery = await store.webhooks.delivery(sessionId);
  return delivery === undefined ? null : deliveryView(delivery);
}

export async function findEndpoint({ store }: Pick<Operator, 'store'>, merchantId: string): Promise<WebhookEndpoint> {
  const endpoint = await store.webhooks.find(merchantId);
  if (endpoint !== undefined) return endpoint;
  await findMerchant({ store }, merchantId);
  throw new RefusedError(`${merchantId} has no webhook: authly merchant set ${merchantId} --webhook-url …`);
}

async function sendTest({ store, environment, now }: Operator, master: MasterKey, endpoint: WebhookEndpoint) {
  const connections = new OutboundConnections({ allowPrivateAddresses: environment === 'test' });
  try {
    const message = webhookTest(randomBytes(10).toString('hex'), now());
    const sender = { environment, master, connections, deadlineClock: systemClock };
    const { delivered, result, ms } = await send(sender, endpoint, message);
    await store.webhooks.noteTest(endpoint, { at: now(), delivered, result, ms });
    return { merchant_id: endpoint.merchantId, webhook_id: message.id, delivered, result, ms };
  } finally {
    connections.close();
  }
}

/** As of the alert. */
const LONGEST_DUE_MS = 5 * 60_000;

/** For `doctor` and the health page: throws where one is disabled, and where due events are not sent. */
export async function checkWebhooks({ store, now }: Pick<Operator, 'store' | 'now'>): Promise<string> {
  const endpoints = await store.webhooks.list();
  const disabled = endpoints.filter(({ disabledAt }) => disabledAt !== null).map(({ merchantId }) => merchantId);
  if (disabled.length > 0)
    throw new Error(
      `disabled after days of failures: ${disabled.join(', ')}. Tell the merchants, then enable with "authly webhook retry <merchant_id>"`,
    );
  const waiting = (await store.webhooks.counts()).reduce((all, each) => all + each.waiting, 0);
  const due = [...(await store.webhooks.enabled()).values()].map((at) => now() - (at ?? Infinity));
  const oldestMs = Math.max(0, ...due);
  const queue = `${counted(waiting, 'event')} waiting, the oldest due for ${Math.round(oldestMs / 1000)} s`;
  if (oldestMs > LONGEST_DUE_MS) throw new Error(`${queue}: one merchant is slow, or no process delivers`);
  return `${counted(endpoints.length, 'endpoint')}, none disabled; ${queue}`;
}

const params = { merchant_id: idArgument() };

const setPaused =
  (paused: boolean) =>
  async (operator: Acting, { merchant_id }: { readonly merchant_id: string }) => {
    const { store, now, entry } = operator;
    await findEndpoint(operator, merchant_id);
    if (!(await store.webhooks[paused ? 'pause' : 'resume'](merchant_id, now(), entry(merchant_id))))
      throw new RefusedError(`the webhook of ${merchant_id} is ${paused ? 'already' : 'not'} paused`);
    return { merchant_id, paused };
  };

export const WEBHOOKS = [
  action({
    name: 'webhook list',
    // A URL may hold a token of the merchant.
    role: 'terminal',
    text: 'list all webhooks; with --merchant the events of one, newest first',
    examples: ['authly webhook list', 'authly webhook list --merchant mch_123'],
    params: {
      merchant: Type.Optional(idOption('--merchant <id>', 'list the events of this merchant')),
      limit: limitOption('events'),
    },
    async run(operator, { merchant, limit }) {
      if (merchant === undefined) return { webhooks: await listWebhooks(operator) };
      return { events: await listDeliveries(operator, merchant, limit) };
    },
    print({ webhooks, events = [] }) {
      const rows = events.map(({ delivery_attempts: _attempts, ...event }) => event);
      return webhooks === undefined
        ? { json: events, text: table(rows, 'No events yet.') }
        : { json: webhooks, text: table(webhooks, 'No webhooks yet: authly merchant set <id> --webhook-url …') };
    },
  }),
  action({
    name: 'webhook retry',
    role: 'admin',
    forMerchant: true,
    text: 'enable the webhook and send undelivered events again',
    examples: ['authly webhook retry mch_123', 'authly webhook retry mch_123 --session ses_123'],
    params: {
      ...params,
      session: Type.Optional(idOption('--session <id>', 'only the event of this session, even if it was delivered')),
    },
    audit: 'webhook.retry',
    async run(operator, { merchant_id, session }) {
      const { store, now, entry } = operator;
      await findEndpoint(operator, merchant_id);
      const audit = entry(merchant_id, session === undefined ? {} : { session_id: session });
      const due = await store.webhooks.retry(merchant_id, now(), session, audit);
      if (due === undefined) throw new RefusedError('the webhook was removed in the meantime');
      if (session !== undefined && due === 0)
        throw new RefusedError(`${merchant_id} has no event for session ${session}`);
      return { merchant_id, due };
    },
    print: ({ due }) => `The webhook is enabled. A running service sends ${counted(due, 'event')} within seconds.`,
  }),
  action({
    name: 'webhook test',
    role: 'admin',
    forMerchant: true,
    text: 'send a webhook.test event now and print the response',
    params,
    audit: 'webhook.test',
    async run(operator, { merchant_id }) {
      const endpoint = await findEndpoint(operator, merchant_id);
      const master = await provenMasterKey(operator);
      await operator.store.audit.write(operator.entry(merchant_id));
      return sendTest(operator, master, endpoint);
    },
    print: (tested) => ({ text: fields(tested), failed: !tested.delivered }),
  }),
  action({
    name: 'webhook pause',
    role: 'admin',
    text: 'keep events and send none until it is resumed',
    params,
    audit: 'webhook.pause',
    run: setPaused(true),
    print: () => 'The webhook is paused. Its events are kept.',
  }),
  action({
    name: 'webhook resume',
    role: 'admin',
    text: 'send events again, those kept first',
    params,
    audit: 'webhook.resume',
    run: setPaused(false),
    print: () => 'The webhook is resumed.',
  }),
  action({
    name: 'webhook rotate',
    role: 'admin',
    text: 'add a new secret and print it once. The current secret keeps working, any older one stops',
    params,
    audit: 'webhook.rotate',
    async run(operator, { merchant_id }) {
      await findEndpoint(operator, merchant_id);
      const { text, secret } = await newSecret(operator, merchant_id);
      if (!(await operator.store.webhooks.rotateSecret(merchant_id, secret, operator.entry(merchant_id))))
        throw new RefusedError('the webhook was removed in the meantime');
      return { merchant_id, webhook_secret: text };
    },
    print: (row) => `${fields(row)}\n\n${SHOWN_ONCE}`,
  }),
];
