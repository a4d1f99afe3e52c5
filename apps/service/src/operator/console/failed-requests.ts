import { Shares } from '../../runtime/shares.ts';
import { addressGroups } from '../../http/addresses.ts';
import { repeat } from '../../runtime/repeat.ts';
import type { EndedRequest } from '../../observability/metrics.ts';
import type { Clock } from '../../runtime/clock.ts';
import type { Observability } from '../../observability/observability.ts';
import type { FailedRequest, Store } from '../../storage/port/store.ts';

const WRITE_EVERY_MS = 5000;
/** Of each write of a process; the rest is dropped and counted. Callers without a token share a small part, so that they cannot fill the table. */
const KEPT = { merchant: 10, address: 2, unauthenticated: 5, all: 50 };

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
  let waiting: FailedRequest[] = [];
  const write = async (): Promise<void> => {
    const batch = waiting;
    waiting = [];
    shares = new Shares(KEPT, onDropped);
    if (batch.length > 0) await store.failedRequests.add(batch);
  };
  const onError = (error: unknown): void => log.warn({ err: error }, 'failed requests not saved');
  const stop = repeat({ clock, everyMs: WRITE_EVERY_MS, onError }, write);
  opened.defer(() => stop().then(write).catch(onError));
  return ({ id, address, who, method, route, status, code }) => {
    if (code === undefined) return;
    const { merchantId, clientId } = who ?? {};
    const sender =
      merchantId === undefined
        ? { address: addressGroups(address).address, unauthenticated: '' }
        : { merchant: merchantId };
    if (shares.take(sender) !== undefined) return;
    const caller = { merchantId: merchantId ?? null, clientId: clientId ?? null };
    waiting.push({ id, at: clock.now(), method, route, status, code, ...caller });
  };
}
