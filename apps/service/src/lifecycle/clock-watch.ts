import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import type { CertificateLife } from '../runtime/certificate-life.ts';
import { CLOCK_TOLERANCE_MS, systemClock, type Clock, type ClockWatch } from '../runtime/clock.ts';
import { repeat } from '../runtime/repeat.ts';
import { StoreUnavailableError, type RunningProcess, type Store } from '../storage/port/store.ts';
import { MachineClock } from './machine-clock.ts';
import { ServerClock } from './server-clock.ts';

const REPORT_EVERY_MS = 10_000;
/** A process that has not reported for longer does not run. */
export const SILENT_MS = 3 * REPORT_EVERY_MS;

type ClockState = ReturnType<ServerClock['state'] | MachineClock['state']>;

interface WatchOptions {
  readonly store: Pick<Store, 'hasOwnClock' | 'now' | 'processes' | 'sessions' | 'audit'>;
  readonly clock: Clock;
  readonly version: string;
  readonly certificate: { readonly life: CertificateLife | undefined };
  readonly onClockOffset: (ms: number) => void;
  readonly onError: (error: unknown) => void;
  readonly uptimeMs?: () => number;
}

/** Resolves after the first comparison. */
export async function watchClock(options: WatchOptions, opened: AsyncDisposableStack): Promise<ClockWatch> {
  const { store, onClockOffset, onError } = options;
  const compared = store.hasOwnClock ? new ServerClock(store) : new MachineClock(options);
  const self = reportedProcess(options);
  let running: readonly RunningProcess[] = [];
  let said: ClockState = 'right';
  const state = (): ClockState => compared.state(running);
  const round = async (): Promise<void> => {
    await compared.compare();
    onClockOffset(Math.abs(compared.aheadMs()));
    running = await self.report(compared.aheadMs());
    if (state() !== 'right' && state() !== said) onError(new Error(WORDS[state()](compared.aheadMs())));
    said = state();
  };
  await round().catch(onError);
  const stop = repeat({ clock: systemClock, everyMs: REPORT_EVERY_MS, onError }, round);
  opened.defer(() =>
    stop()
      .then(() => self.remove())
      .catch(onError),
  );
  const fault = (): Error | undefined => {
    const found = state();
    if (found !== 'unknown' && found !== 'wrong') return undefined;
    return new StoreUnavailableError('clock', WORDS[found](compared.aheadMs()));
  };
  return {
    fault,
    require() {
      const found = fault();
      if (found !== undefined) throw found;
    },
    isRightToErase: () => state() === 'right',
  };
}

/** This process in the list of running ones. */
function reportedProcess({ store, version, certificate }: WatchOptions) {
  const [id, began] = [randomUUID(), systemClock.elapsed()];
  return {
    /** Returns the processes that run, with this one. */
    async report(clockAheadMs: number): Promise<readonly RunningProcess[]> {
      const seenAt = systemClock.now() - clockAheadMs;
      const startedAt = seenAt - Math.round(systemClock.elapsed() - began);
      const { until: certificateUntil = null, lateAt: certificateLateAt = null } = certificate.life ?? {};
      const own = { id, host: hostname(), pid: process.pid, version, certificateUntil, certificateLateAt };
      await store.processes.report({ ...own, clockAheadMs, startedAt, seenAt });
      return store.processes.list(seenAt - SILENT_MS);
    },
    remove: () => store.processes.remove(id),
  };
}

export const differs = (aheadMs: number): string =>
  `this machine's clock is ${(Math.abs(aheadMs) / 1000).toFixed(1)} s ${aheadMs > 0 ? 'ahead of' : 'behind'} the database server's; the maximum is ${CLOCK_TOLERANCE_MS / 1000} s`;

const WORDS: Readonly<Record<ClockState, (aheadMs: number) => string>> = {
  right: differs,
  unknown: () => "this machine's clock was not compared with the database server's yet",
  wrong: (aheadMs) => `${differs(aheadMs)}. Synchronize the clocks with NTP`,
  database: (aheadMs) => `${differs(aheadMs)}, and so is that of most processes: correct the database server's`,
  jumped: () =>
    "nothing is erased: this machine's clock jumped ahead by more than an hour. Correct it, or restart the service if it is right",
  quiet: () =>
    "nothing is erased until there is a new session or operator action: the newest is more than 7 days old, so this machine's clock may be ahead. Correct it if it is",
};
