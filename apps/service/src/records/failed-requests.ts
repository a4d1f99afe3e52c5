import { Shares } from '../runtime/shares.ts';
import { addressGroups } from '../http/addresses.ts';
import { repeat } from '../runtime/repeat.ts';
import type { EndedRequest } from '../observability/metrics.ts';
import type { Clock } from '../runtime/clock.ts';
import type { Observability } from '../observability/observability.ts';
import type { FailedRequest, Store } from '../storage/port/store.ts';

const WRITE_EVERY_MS = 5000;
const SHARED_EVERY_MS = 60_000;
/** The most that a process keeps in a minute. It drops and counts the rest. Neither callers without a token nor a merchant’s users can fill the table, or take the share of the merchant’s clients. */
const KEPT = { merchant: 100, users: 40, address: 10, unauthenticated: 20, all: 400 };
/** Callers choose the names of some fields. */
const MAX_FIELD_CHARS = 100;

interface FailedRequestsOptions extends Pick<Observability, 'log' | 'metrics'> {
  readonly clock: Clock;
  readonly store: Store;
}

/** Keeps requests that ended with an error, so that operators find their ids. If the database is down, they are dropped. */
export function openFailedRequests(
  { clock, store, log, metrics }: FailedRequestsOptions,
  opened: AsyncDisposableStack,
): (request: EndedRequest) => void {
  const onDropped = metrics.refusals('failed_requests', KEPT);
  let shares = new Shares(KEPT, onDropped);
  let sharedUntil = 0;
  let waiting: FailedRequest[] = [];
  const write = async (): Promise<void> => {
    const batch = waiting;
    waiting = [];
    if (batch.length > 0) await store.failedRequests.add(batch);
  };
  const onError = (error: unknown): void => log.warn({ err: error }, 'failed requests not saved');
  const stop = repeat({ clock, everyMs: WRITE_EVERY_MS, onError }, write);
  opened.defer(() => stop().then(write).catch(onError));
  return ({ id, address, who = {}, method, route, status, code, field }) => {
    if (code === undefined) return;
    if (clock.elapsed() >= sharedUntil) {
      shares = new Shares(KEPT, onDropped);
      sharedUntil = clock.elapsed() + SHARED_EVERY_MS;
    }
    if (shares.take(senderOf(who, address)) !== undefined) return;
    const { merchantId = null, clientId = null, sessionId = null } = who;
    const caller = { merchantId, clientId, sessionId, field: field?.slice(0, MAX_FIELD_CHARS) ?? null };
    waiting.push({ id, at: clock.now(), method, route, status, code, ...caller });
  };
}

/** The calls of a merchant's users have no client. */
function senderOf({ merchantId: merchant, clientId }: NonNullable<EndedRequest['who']>, address: string) {
  if (merchant === undefined) return { address: addressGroups(address).address, unauthenticated: '' };
  return clientId === undefined ? { merchant, users: merchant } : { merchant };
}
