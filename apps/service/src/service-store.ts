import { isFinal } from '@authly/contract/states';
import type { BioApiOptions } from './bio-api/open-bio-api.ts';
import type { Clock } from './config/clock.ts';
import { tracedStore } from './observability/traced-store.ts';
import { openCounts } from './operator/console/counts.ts';
import { openFailedRequests } from './operator/console/failed-requests.ts';
import type { Observability } from './service-observability.ts';
import type { Move } from './session/move.ts';
import { openStore } from './storage/open-store.ts';
import type { Store } from './storage/store.ts';
import { openDeliveries } from './webhooks/open-deliveries.ts';

export async function openTracedStore(
  { config, log, tracer }: Observability,
  opened: AsyncDisposableStack,
): Promise<Store> {
  const onError = (error: unknown): void => log.warn({ err: error }, 'database error');
  const store = opened.adopt(await openStore({ ...config, onError }), (each) => each.close());
  return tracer ? tracedStore(store, tracer) : store;
}

interface ObservedStore {
  readonly store: Store;
  /** The store and the charts learn how merchants' Bio APIs respond. */
  readonly bioNotes: Pick<BioApiOptions, 'noteAcceptance' | 'noteAttempts' | 'onAttempt'>;
}

/** Metrics, charts and webhooks follow each session that this process creates or moves. */
export function observeStore(
  store: Store,
  shared: Observability & { readonly clock: Clock },
  opened: AsyncDisposableStack,
): ObservedStore {
  const { sessions } = store;
  const counts = openCounts({ ...shared, store }, opened);
  const keep = openFailedRequests({ ...shared, store }, opened);
  shared.metrics.onAnswer = (answer) => {
    counts.answered(answer);
    keep(answer);
  };
  const deliveries = openDeliveries({ ...shared, store: store.webhooks }, opened);
  const moved = ({ steps, next }: Move): void => {
    for (const { event, to } of steps) {
      shared.metrics.sessionMoves.inc({ event, to });
      counts.moved({ ...next, status: to });
    }
    if (isFinal(next.status)) deliveries.ended(next.merchantId);
  };
  const observed: Store['sessions'] = {
    ...sessions,
    async create(session, claim) {
      const creation = await sessions.create(session, claim);
      if (creation.outcome === 'created') counts.started(session);
      return creation;
    },
    async move(move) {
      const isMoved = await sessions.move(move);
      if (isMoved) moved(move);
      return isMoved;
    },
    async moveDue(...due) {
      const moves = await sessions.moveDue(...due);
      moves.forEach(moved);
      return moves;
    },
  };
  return {
    store: { ...store, sessions: observed },
    bioNotes: {
      noteAcceptance: (acceptance) => store.keys.noteAcceptance(acceptance),
      noteAttempts: (sessionId, attempts) => store.bioAttempts.note(sessionId, attempts),
      onAttempt: (merchantId, end, ms) => counts.bioAttempted(merchantId, end, ms),
    },
  };
}
