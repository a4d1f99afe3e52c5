import assert from 'node:assert/strict';
import { DAY, MINUTE } from '../../../apps/service/src/storage/test/samples.ts';
import { LEASE_MS } from '../../../apps/service/src/webhooks/deliveries.ts';
import { isHopeless, nextAttempt } from '../../../apps/service/src/webhooks/retry-plan.ts';
import type { WebhookLease, WebhookStore } from '../../../apps/service/src/storage/port/store.ts';
import type { Endpoint, Event } from './model.ts';
import type { Place } from './places.ts';

const DISABLED_AFTER_MS = 5 * DAY;
/** The longest pause between two attempts. */
const PAUSE_MS = 5 * 60 * MINUTE;

interface Delivery {
  /** What merchants answer; `killed`: the process reports nothing. */
  readonly result: string;
  readonly isRace: boolean;
  readonly now: number;
  /** Sessions that may be erased or not yet. */
  readonly old: ReadonlySet<string>;
}

/** One round of one or two delivering processes, which the model follows. Returns the number of events. */
export async function deliver(
  place: Place,
  endpoints: ReadonlyMap<string, Endpoint>,
  { result, isRace, now, old }: Delivery,
): Promise<number> {
  const due = [...endpoints].filter(([, endpoint]) => isSending(endpoint) && dueOf(endpoint, now).length > 0);
  const wanted = { now, leaseMs: LEASE_MS, limit: 9, exceptMerchants: [], failingToo: true };
  const leases = await Promise.all(
    (isRace ? [0, 1] : [0]).map((process) => place.store(process).webhooks.lease(wanted)),
  );
  for (const leased of leases) {
    const ids = leased.map(({ delivery }) => delivery.merchantId);
    assert.equal(new Set(ids).size, ids.length, `${place.name}: one event of a merchant at a time`);
  }
  const leased = leases.flat().filter(({ delivery }) => !old.has(delivery.sessionId));
  const isErasing = leased.length < leases.flat().length;
  const served = new Set(leased.map(({ delivery }) => delivery.merchantId));
  for (const [merchantId] of isErasing ? [] : due)
    assert.ok(served.has(merchantId), `${place.name}: ${merchantId} has a due event`);
  const attempted = leased.map((lease) => {
    const endpoint = endpoints.get(lease.delivery.merchantId)!;
    const event = endpoint.events.get(lease.delivery.sessionId);
    const isExpected = isSending(endpoint) && event !== undefined && isDue(event, now);
    assert.ok(isExpected, `${place.name}: ${lease.delivery.sessionId} is not due`);
    event.dueAt = now + LEASE_MS;
    return { lease, attempt: { endpoint, event, now } };
  });
  for (const { lease, attempt } of attempted) {
    if (result === '200') await succeed(place.store(0).webhooks, lease, attempt);
    else if (result !== 'killed') await fail(place, lease, { ...attempt, result });
  }
  return leased.length;
}

const isSending = ({ isPaused, isDisabled }: Endpoint): boolean => !isPaused && !isDisabled;
const isDue = ({ dueAt, isDelivered }: Event, now: number): boolean => !isDelivered && dueAt !== null && dueAt <= now;
const dueOf = ({ events }: Endpoint, now: number): Event[] => [...events.values()].filter((event) => isDue(event, now));

interface Attempted {
  readonly endpoint: Endpoint;
  readonly event: Event;
  readonly now: number;
}

async function succeed(
  webhooks: WebhookStore,
  { delivery }: WebhookLease,
  { endpoint, event, now }: Attempted,
): Promise<void> {
  await webhooks.delivered(delivery, now, { result: '200', ms: 1 });
  event.isDelivered = true;
  event.dueAt = endpoint.failingSince = null;
}

/** Does what a service does. */
async function fail(
  place: Place,
  { delivery }: WebhookLease,
  { endpoint, event, now, result }: Attempted & { readonly result: string },
): Promise<void> {
  const { webhooks } = place.store(0);
  const stored = (await webhooks.find(delivery.merchantId))!;
  const isGone = result === '410';
  const next = isGone ? null : nextAttempt(delivery, now);
  await webhooks.failed(delivery, now, { result, ms: 1 }, next);
  endpoint.failingSince ??= now;
  event.dueAt = next;
  if (next === null && !isGone)
    assert.ok(now + PAUSE_MS > event.triedUntil, `${place.name}: an event is given up within a day`);
  if (!isGone && !isHopeless(delivery, next, stored.failingSince ?? now, now)) return;
  const failingMs = now - endpoint.failingSince;
  assert.ok(
    isGone || failingMs >= DISABLED_AFTER_MS,
    `${place.name}: disabled after ${failingMs / DAY} days of failures`,
  );
  await webhooks.disable(delivery.merchantId, now);
  endpoint.isDisabled = true;
}
