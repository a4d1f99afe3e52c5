import { setImmediate } from 'node:timers/promises';
import { LIMITS } from '@authly/contract/wire/limits';
import { closedBefore } from '../audit/segments.ts';
import type { Clock, ClockWatch } from '../runtime/clock.ts';
import { clockMove } from '../session/move.ts';
import type { Instant } from '../session/session.ts';
import { BACKUP_AT, type Store } from '../storage/port/store.ts';
import { repeat } from '../runtime/repeat.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
/** A small batch does not block the database for long, nor this process with SQLite. */
const BATCH = 100;
/** Each erased batch of the audit log leaves a closing entry. */
const AUDIT_BATCH = 1000;
/** The charts show an hour and 30 days, each next to the same time before. */
const MINUTES_KEPT_MS = 3 * 60 * 60 * 1000;
const HOURS_KEPT_MS = 61 * DAY_MS;
const DUE_EVERY_MS = 2000;
const RETENTION_EVERY_MS = 60_000;

export interface Sweeping {
  readonly store: Store;
  readonly clock: Clock;
  readonly watch: ClockWatch;
  readonly onError: (error: unknown) => void;
  readonly sessionRetentionDays: number;
  readonly onRetentionLag: (ms: number) => void;
  readonly onBackup: (at: Instant) => void;
  readonly onPartitionsMissing: (days: number) => void;
}

/** Ends sessions whose time is over, even if no client reads them. */
async function sweepDue(store: Store, clock: Clock): Promise<void> {
  for (let ended = BATCH; ended === BATCH; ) {
    const now = clock.now();
    ended = (await store.sessions.moveDue(now, BATCH, (session) => clockMove(session, now))).length;
  }
}

/** Logs a change only: without the privilege, days have no partition for good. */
function partitions({ store, clock, onPartitionsMissing, onError }: Sweeping): () => Promise<void> {
  let logged = '';
  return async () => {
    const missing = await store.sessions.prepare(clock.now());
    onPartitionsMissing(missing.length);
    if (missing.length > 0 && missing.join() !== logged)
      onError(new Error(`sessions of these days go to the default partition: ${missing.join('; ')}`));
    logged = missing.join();
  };
}

function retention(sweeping: Sweeping, isStopped: () => boolean): () => Promise<void> {
  const { store, clock, watch, sessionRetentionDays, onError } = sweeping;
  /** SQLite works synchronously: other work runs between two batches only after `setImmediate`. */
  async function inBatches(erase: (limit: number) => Promise<number>): Promise<void> {
    while (!isStopped() && (await erase(BATCH)) > 0) await setImmediate();
  }
  const erasures = (now: Instant, createdBefore: Instant): ((limit: number) => Promise<number>)[] => [
    (limit) => store.sessions.erase(createdBefore, limit),
    (limit) => store.sessions.eraseClaims(now - LIMITS.idempotencyRetentionMs, limit),
    (limit) => store.attempts.erase(now - LIMITS.attemptsWindowMs, limit),
    (limit) => store.console.erase({ linksOver: now, began: now - DAY_MS, used: now - DAY_MS }, limit),
    (limit) => store.counts.erase({ minutes: now - MINUTES_KEPT_MS, hours: now - HOURS_KEPT_MS }, limit),
    // Their times are those of the database server, also where a sandbox's clock was moved.
    async () => store.processes.erase((await store.now()) - DAY_MS),
    (limit) => store.failedRequests.erase(now - LIMITS.failedRequestRetentionMs, limit),
    () => store.audit.close(closedBefore(now), now, AUDIT_BATCH),
  ];
  return async () => {
    const now = clock.now();
    if (!watch.isRightToErase()) return;
    // Whole days, because Postgres drops those at once.
    const createdBefore = Math.floor((now - sessionRetentionDays * DAY_MS) / DAY_MS) * DAY_MS;
    // Each step fails alone.
    await store.rateWindows.sweep(now - LIMITS.tokenWindowMs).catch(onError);
    for (const erase of erasures(now, createdBefore)) await inBatches(erase).catch(onError);
  };
}

/** Has its own timer, because a retention round may take long. */
async function measure({ store, clock, sessionRetentionDays, onRetentionLag, onBackup }: Sweeping): Promise<void> {
  const before = clock.now() - (sessionRetentionDays + 1) * DAY_MS;
  onRetentionLag(before - ((await store.sessions.oldest(before)) ?? before));
  onBackup(Number((await store.settings.get(BACKUP_AT)) ?? 0));
}

/** If the store is down, the next round retries. Partitions exist before the first session. */
export async function startSweeper(sweeping: Sweeping): Promise<() => Promise<void>> {
  const { store, clock, onError } = sweeping;
  let stopped = false;
  const prepare = partitions(sweeping);
  await prepare().catch(onError);
  const round = async (): Promise<void> => {
    await prepare().catch(onError);
    await erase().catch(onError);
    // Also what other processes erased or destroyed.
    await store.forgetErased();
  };
  const erase = retention(sweeping, () => stopped);
  const stops = [
    repeat({ clock, everyMs: DUE_EVERY_MS, onError }, () => sweepDue(store, clock)),
    repeat({ clock, everyMs: RETENTION_EVERY_MS, onError }, round),
    repeat({ clock, everyMs: RETENTION_EVERY_MS, onError }, () => measure(sweeping)),
  ];
  return async () => {
    stopped = true;
    await Promise.all(stops.map((stop) => stop()));
  };
}
