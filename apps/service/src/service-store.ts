import { isFinal } from '@authly/contract/states';
import type { BioApiOptions } from './bio-api/open-bio-api.ts';
import { tracedStore } from './observability/traced-store.ts';
import type { openCounts } from './operator/console/counts.ts';
import type { Observability } from './service-observability.ts';
import { openStore } from './storage/open-store.ts';
import type { Store } from './storage/store.ts';
import type { Deliveries } from './webhooks/deliveries.ts';

type Counts = ReturnType<typeof openCounts>;

export async function openTracedStore(
  { config, log, tracer }: Observability,
  opened: AsyncDisposableStack,
): Promise<Store> {
  const onError = (error: unknown): void => log.warn({ err: error }, 'database error');
  const store = opened.adopt(await openStore({ ...config, onError }), (each) => each.close());
  return tracer ? tracedStore(store, tracer) : store;
}

interface Observers extends Pick<Observability, 'metrics'> {
  readonly counts: Counts;
  readonly deliveries: Deliveries;
}

/** The same store. Metrics, charts and webhooks follow each session that this process creates or moves. */
export function observedStore(store: Store, { metrics, counts, deliveries }: Observers): Store {
  const { sessions } = store;
  return {
    ...store,
    sessions: {
      ...sessions,
      async create(session, claim) {
        const creation = await sessions.create(session, claim);
        if (creation.outcome === 'created') counts.started(session);
        return creation;
      },
      async move(move) {
        if (!(await sessions.move(move))) return false;
        const { event, next } = move;
        metrics.sessionMoves.inc({ event, to: next.status });
        counts.moved(next);
        if (isFinal(next.status)) deliveries.ended(next.merchantId);
        return true;
      },
    },
  };
}

/** The store and the charts learn how merchants' Bio APIs respond. */
export const bioNotes = (
  store: Store,
  counts: Counts,
): Pick<BioApiOptions, 'noteAcceptance' | 'noteAttempts' | 'onAttempt'> => ({
  noteAcceptance: (acceptance) => store.keys.noteAcceptance(acceptance),
  noteAttempts: (sessionId, attempts) => store.bioAttempts.note(sessionId, attempts),
  onAttempt: (merchantId, end, ms) => counts.bioAttempted(merchantId, end, ms),
});
