import { isFinal } from '@authly/contract/wire/states';
import type { RecordOptions } from '../api/record-request.ts';
import type { BioApiOptions } from '../bio-api/open-bio-api.ts';
import type { Observability } from '../observability/observability.ts';
import { currentRequestId } from '../observability/request-id.ts';
import { tracedStore } from '../observability/traced-store.ts';
import { openCounts } from '../records/counts.ts';
import { openFailedRequests } from '../records/failed-requests.ts';
import { deviceResult } from '../session/device-result.ts';
import { isByClock, type Move } from '../session/move.ts';
import type { Session } from '../session/session.ts';
import type { Clock, ClockWatch } from '../runtime/clock.ts';
import { openStore, type StoreOptions } from '../storage/open-store.ts';
import type { Store } from '../storage/port/store.ts';
import type { Deliveries } from '../webhooks/deliveries.ts';

type StoreSettings = Pick<
  StoreOptions,
  'environment' | 'dataDir' | 'databaseUrl' | 'databaseUrlFile' | 'databaseListenUrl'
>;

export async function openTracedStore(
  settings: StoreSettings,
  { log, metrics, tracer }: Observability,
  opened: AsyncDisposableStack,
): Promise<Store> {
  const onError = (error: unknown): void => log.warn({ err: error }, 'database error');
  const onQuery = (seconds: number): void => metrics.queries.observe(seconds);
  const store = opened.adopt(await openStore({ ...settings, onError, onQuery }), (each) => each.close());
  const { load } = store;
  if (load !== undefined) {
    metrics.capacity('database_connections', () => load().connections);
    metrics.onScrape(() => metrics.notificationsMissing.set(Number(!load().isHearing)));
  }
  return tracer ? tracedStore(store, tracer) : store;
}

interface ObserveOptions extends Pick<Observability, 'log' | 'metrics'> {
  readonly clock: Clock;
  readonly watch: ClockWatch;
  readonly deliveries: Deliveries;
}

export interface ObservedStore {
  readonly store: Store;
  readonly onAnswer: RecordOptions['onAnswer'];
  /** The store and the charts learn how merchants' Bio APIs respond. */
  readonly bioNotes: Pick<BioApiOptions, 'noteAcceptance' | 'noteAttempts' | 'onAttempt'>;
}

/** Metrics, charts and webhooks follow each session that this process creates or moves. */
export function observeStore(
  store: Store,
  { clock, watch, log, metrics, deliveries }: ObserveOptions,
  opened: AsyncDisposableStack,
): ObservedStore {
  const { sessions } = store;
  const counts = openCounts({ clock, log, store }, opened);
  const keep = openFailedRequests({ clock, log, metrics, store }, opened);
  const ended = (session: Session): void => {
    const { id, merchantId, status, failureCode, createdAt, endedAt } = session;
    const ids = { request_id: currentRequestId(), session_id: id, merchant_id: merchantId };
    const ms = endedAt! - createdAt;
    log.info({ ...ids, status, failure_code: failureCode ?? undefined, ms }, 'session ended');
    if (failureCode !== null) metrics.sessionFailures.inc({ code: failureCode });
    const result = deviceResult(session);
    if (result) metrics.devices.inc({ result });
    deliveries.ended();
  };
  const moved = ({ steps, next }: Move): void => {
    for (const { event, to } of steps) {
      metrics.sessionMoves.inc({ event, to });
      counts.moved({ ...next, status: to });
    }
    if (isFinal(next.status)) ended(next);
  };
  const observed: Store['sessions'] = {
    ...sessions,
    async create(session, claim) {
      const creation = await sessions.create(session, claim);
      if (creation.outcome === 'created') counts.started(session);
      return creation;
    },
    async move(move) {
      if (isByClock(move)) watch.require();
      const isMoved = await sessions.move(move);
      if (isMoved) moved(move);
      return isMoved;
    },
    async moveDue(...due) {
      watch.require();
      const moves = await sessions.moveDue(...due);
      moves.forEach(moved);
      return moves;
    },
  };
  return {
    store: { ...store, sessions: observed },
    onAnswer(request) {
      counts.answered(request);
      keep(request);
    },
    bioNotes: {
      noteAcceptance: (acceptance) => store.keys.noteAcceptance(acceptance),
      noteAttempts: (sessionId, attempts) => store.bioAttempts.note(sessionId, attempts),
      onAttempt: (merchantId, end, ms) => counts.bioAttempted(merchantId, end, ms),
    },
  };
}
