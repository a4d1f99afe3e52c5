import { attemptsOf, webhookState, type WebhookDelivery, type WebhookEndpoint } from '../../merchants/webhook.ts';
import { RefusedError } from '../../runtime/refused-error.ts';
import { isoTime } from '../../session/iso-time.ts';
import type { MerchantOperator } from '../row/operator.ts';
import { findMerchant } from './merchant-rows.ts';

export const SHOWN_ONCE = 'The webhook secret is shown only once. Events are sent within seconds after a session ends.';

/** Of one merchant, or of all. */
export async function listWebhooks({ store }: Pick<MerchantOperator, 'store'>, merchantId?: string) {
  const counts = new Map((await store.webhooks.counts(merchantId)).map((each) => [each.merchantId, each]));
  const endpoints = merchantId === undefined ? await store.webhooks.list() : [await store.webhooks.find(merchantId)];
  return endpoints
    .filter((endpoint) => endpoint !== undefined)
    .map((endpoint) => ({
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

export async function listDeliveries(operator: MerchantOperator, merchantId: string, limit: number) {
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
export async function findDelivery({ store }: Pick<MerchantOperator, 'store'>, sessionId: string) {
  const delivery = await store.webhooks.delivery(sessionId);
  return delivery === undefined ? null : deliveryView(delivery);
}

export async function findEndpoint(
  { store }: Pick<MerchantOperator, 'store'>,
  merchantId: string,
): Promise<WebhookEndpoint> {
  const endpoint = await store.webhooks.find(merchantId);
  if (endpoint !== undefined) return endpoint;
  await findMerchant({ store }, merchantId);
  throw new RefusedError(`${merchantId} has no webhook: authly merchant set ${merchantId} --webhook-url …`);
}
