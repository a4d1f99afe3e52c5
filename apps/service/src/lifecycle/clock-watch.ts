import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import { CLOCK_TOLERANCE_MS, systemClock, type Clock, type ClockWatch } from '../runtime/clock.ts';
import { repeat } from '../runtime/repeat.ts';
import type { Instant } from '../session/session.ts';
import { StoreUnavailableError, type RunningProcess, type Store } from '../storage/port/store.ts';

const HOUR_MS = 60 * 60 * 1000;
const WEEK_MS = 7 * 24 * HOUR_MS;
const EVERY_MS = 10_000;
/** A process that has not reported for longer does not run. */
export const SILENT_MS = 3 * EVERY_MS;

interface WatchOptions {
  readonly store: Pick<Store, 'kind' | 'now' | 'processes' | 'sessions' | 'audit'>;
  readonly clock: Clock;
  readonly version: string;
  readonly certificateUntil: () => RunningProcess['certificateUntil'];
  /** How far this machine's clock is off. */
  readonly onClockOffset: (ms: number) => void;
  readonly onError: (error: unknown) => void;
}

/** Resolves after the first comparison. SQLite has no second clock to compare with, so a wrong one stops erasing alone. */
export async function watchClock(
  { store, clock, version, certificateUntil, onClockOffset, onError }: WatchOptions,
  opened: AsyncDisposableStack,
): Promise<ClockWatch> {
  const own = { id: randomUUID(), host: hostname(), pid: process.pid, version };
  const began = systemClock.elapsed();
  const isShared = store.kind === 'postgres';
  const quietMs = isShared ? 0 : clock.now() - (await newestAt(store));
  let compared = { aheadMs: isShared ? NaN : 0, drift: drift() };
  let isDatabaseWrong = false;
  let said: State = 'right';

  const aheadMs = (): number => {
    const ahead = compared.aheadMs + drift() - compared.drift;
    // After a week without any entry this clock may have been ahead at the start.
    return Math.round(quietMs + ahead > WEEK_MS ? quietMs + ahead : ahead);
  };
  const state = (): State => {
    const ahead = aheadMs();
    if (Number.isNaN(ahead)) return 'unknown';
    if (!isShared) return ahead > HOUR_MS ? 'jumped' : 'right';
    if (Math.abs(ahead) <= CLOCK_TOLERANCE_MS) return 'right';
    return isDatabaseWrong ? 'database' : 'wrong';
  };
  const fault = (): Error | undefined => {
    const found = state();
    if (found !== 'unknown' && found !== 'wrong') return undefined;
    return new StoreUnavailableError('clock', WORDS[found](aheadMs()));
  };
  const compare = async (): Promise<void> => {
    if (isShared) compared = { aheadMs: await clockAheadMs(store), drift: drift() };
    onClockOffset(Math.abs(aheadMs()));
    const seenAt = systemClock.now() - compared.aheadMs;
    const startedAt = seenAt - Math.round(systemClock.elapsed() - began);
    const found = { clockAheadMs: aheadMs(), certificateUntil: certificateUntil() };
    await store.processes.report({ ...own, ...found, startedAt, seenAt });
    isDatabaseWrong = mostDifferAlike(await store.processes.list(seenAt - SILENT_MS), aheadMs());
    if (state() !== 'right' && state() !== said) onError(new Error(WORDS[state()](aheadMs())));
    said = state();
  };
  await compare().catch(onError);
  const stop = repeat({ clock: systemClock, everyMs: EVERY_MS, onError }, compare);
  opened.defer(() =>
    stop()
      .then(() => store.processes.remove(own.id))
      .catch(onError),
  );
  return {
    fault,
    require() {
      const found = fault();
      if (found !== undefined) throw found;
    },
    isRightToErase: () => state() === 'right',
  };
}

/** Grows only when the time of day is set, or after the machine has slept. */
const drift = (): number => systemClock.now() - systemClock.elapsed();

/** The latest time that the store has seen. Every store that a service opened before has an audit entry. */
async function newestAt({ sessions, audit }: WatchOptions['store']): Promise<Instant> {
  const [[session], [entry]] = await Promise.all([sessions.list({ limit: 1 }), audit.list(1)]);
  return Math.max(session?.createdAt ?? 0, entry?.at ?? Infinity);
}

/** By how much this machine's clock is certainly ahead of the database server's; negative: behind. A slow answer proves less. */
export async function clockAheadMs(store: Pick<Store, 'now'>): Promise<number> {
  const asked = systemClock.now();
  const there = await store.now();
  return asked > there ? asked - there : Math.min(systemClock.now() - there, 0);
}

/** Then the database's clock is the wrong one. One process alone proves nothing. */
function mostDifferAlike(processes: readonly RunningProcess[], aheadMs: number): boolean {
  const alike = processes.filter(
    ({ clockAheadMs: other }) =>
      Math.abs(other) > CLOCK_TOLERANCE_MS && Math.abs(other - aheadMs) <= CLOCK_TOLERANCE_MS,
  );
  return alike.length > Math.max(1, processes.length / 2);
}

export const differs = (aheadMs: number): string =>
  `this machine's clock is ${(Math.abs(aheadMs) / 1000).toFixed(1)} s ${aheadMs > 0 ? 'ahead of' : 'behind'} the database server's; the maximum is ${CLOCK_TOLERANCE_MS / 1000} s`;

const WORDS = {
  right: differs,
  unknown: () => "this machine's clock was not compared with the database server's yet",
  wrong: (aheadMs: number) => `${differs(aheadMs)}. Synchronize the clocks with NTP`,
  database: (aheadMs: number) => `${differs(aheadMs)}, and so is that of most processes: correct the database server's`,
  jumped: () =>
    "nothing is erased: this machine's clock jumped ahead by more than an hour, or was more than 7 days past the newest session and audit entry at the start. Correct it; if it is right, restart the service, after a new session or operator action",
};
type State = keyof typeof WORDS;
