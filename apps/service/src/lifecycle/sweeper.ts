import { setImmediate } from 'node:timers/promises';
import { LIMITS } from '@authly/contract/limits';
import { closedBefore } from '../audit/segments.ts';
import type { Clock } from '../config/clock.ts';
import { bringUpToDate } from './advance-session.ts';
import type { Store } from '../storage/store.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
/** Small, so that no sweep holds the database, or with SQLite this process, for long. */
const BATCH = 100;
/** Each erased batch of the audit log leaves a closing entry. */
const AUDIT_BATCH = 1000;
/** By the minute for the chart of an hour, by the hour for that of 30 days; each with the same time before, to compare it with. */
const MINUTES_KEPT_MS = 3 * 60 * 60 * 1000;
const HOURS_KEPT_MS = 61 * DAY_MS;
const DUE_EVERY_MS = 2000;
const RETENTION_EVERY_MS = 60_000;

interface Sweeping {
  readonly store: Store;
  readonly clock: Clock;
  readonly retentionDays: number;
  readonly onError: (error: unknown) => void;
}

/** Ends the sessions whose time is over, even if no client reads them. */
async function sweepDue(store: Store, clock: Clock): Promise<void> {
  for (;;) {
    const now = clock.now();
    const due = await store.sessions.due(now, BATCH);
    for (const session of due) await bringUpToDate(store.sessions, session, now);
    if (due.length < BATCH) return;
  }
}

/** Erases what has been kept long enough, in small batches. */
function retention({ store, clock, retentionDays, onError }: Sweeping, isStopped: () => boolean): () => Promise<void> {
  // What a process before this one has erased may not be forgotten yet.
  let isForgotten = false;
  /** Between two batches everything else has its turn: SQLite's work is synchronous, and awaiting it lets nothing else in. */
  async function inBatches(erase: (limit: number) => Promise<number>): Promise<void> {
    while (!isStopped() && (await erase(BATCH)) > 0) {
      isForgotten = false;
      await setImmediate();
    }
  }
  return async () => {
    const now = clock.now();
    await store.rateWindows.sweep(now - LIMITS.tokenWindowMs);
    const createdBefore = now - retentionDays * DAY_MS;
    // Whatever hinders it, rows can still be erased one by one.
    await store.sessions.maintainPartitions(createdBefore, now).catch(onError);
    await inBatches((limit) => store.sessions.erase(createdBefore, limit));
    await inBatches((limit) => store.sessions.eraseClaims(now - LIMITS.idempotencyRetentionMs, limit));
    await inBatches((limit) => store.attempts.erase(now - LIMITS.attemptsWindowMs, limit));
    await inBatches((limit) => store.console.erase({ linksOver: now, began: now - DAY_MS, used: now - DAY_MS }, limit));
    await inBatches((limit) =>
      store.counts.erase({ minutes: now - MINUTES_KEPT_MS, hours: now - HOURS_KEPT_MS }, limit),
    );
    await inBatches(() => store.audit.close(closedBefore(now), now, AUDIT_BATCH));
    isForgotten ||= await store.forgetErased();
  };
}

/** Repeats both until stopped. If the store is down, the next round retries. */
export function startSweeper(sweeping: Sweeping): () => Promise<void> {
  const { store, clock, onError } = sweeping;
  let stopped = false;
  const timers = new Set<() => void>();
  const running = new Set<Promise<void>>();
  const repeat = (everyMs: number, sweep: () => Promise<unknown>): void => {
    const round = async (): Promise<void> => {
      await sweep().catch(onError);
      if (!stopped) repeat(everyMs, sweep);
    };
    const cancel = clock.after(everyMs, () => {
      timers.delete(cancel);
      const current = round();
      running.add(current);
      void current.finally(() => running.delete(current));
    });
    timers.add(cancel);
  };
  repeat(DUE_EVERY_MS, () => sweepDue(store, clock));
  repeat(
    RETENTION_EVERY_MS,
    retention(sweeping, () => stopped),
  );
  return async () => {
    stopped = true;
    for (const cancel of timers) cancel();
    await Promise.all(running);
  };
}
