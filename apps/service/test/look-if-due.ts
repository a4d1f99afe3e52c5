import type { WebhookDelivery } from '../src/merchants/webhook.ts';
import { LOOK_EVERY_MS } from '../src/webhooks/deliveries.ts';
import type { TestService } from './running-service.ts';

/**
 * The events of a merchant. Time passes only while one is due: a lease is on this clock, and must not expire while a busy machine sends.
 */
export async function lookIfDue(
  { clock, service: { store } }: TestService,
  merchantId: string,
): Promise<readonly WebhookDelivery[]> {
  const events = await store.webhooks.deliveries(merchantId, 9);
  if (events.some(({ dueAt }) => dueAt !== null && dueAt <= clock.now())) clock.move(LOOK_EVERY_MS);
  return events;
}
