import type { NewAuditEntry } from '../audit/entry.ts';
import { systemClock, type Clock } from '../config/clock.ts';
import { ConfigError } from '../config/config-error.ts';
import type { Environment } from '../config/environment.ts';
import type { Settings } from '../storage/store.ts';

const SETTING = 'clock_offset_ms';
/** An advance by an operator reaches every process within this time. */
const REREAD_MS = 500;

export async function clockOffset(settings: Settings): Promise<number> {
  return Number((await settings.get(SETTING)) ?? 0);
}

/** Forward only: sessions that were ended by time cannot come back. */
export async function advanceClock(
  settings: Settings,
  byMs: number,
  entryOf?: (offset: number) => NewAuditEntry,
): Promise<number> {
  const offset = (await clockOffset(settings)) + byMs;
  await settings.set(SETTING, String(offset), entryOf?.(offset));
  return offset;
}

/** The sandbox's clock: real time plus an offset that is kept in the store. Timers stay on real time. */
export async function startVirtualClock(
  settings: Settings,
  onError: (error: unknown) => void,
): Promise<Clock & { stop(): void }> {
  let offset = await clockOffset(settings);
  let stopped = false;
  let cancel: () => void;
  const readLater = (): void => void (cancel = systemClock.after(REREAD_MS, () => void read()));
  const read = async (): Promise<void> => {
    try {
      offset = Math.max(offset, await clockOffset(settings));
    } catch (error) {
      onError(error);
    }
    if (!stopped) readLater();
  };
  readLater();
  return {
    ...systemClock,
    now: () => systemClock.now() + offset,
    stop() {
      stopped = true;
      cancel();
    },
  };
}

/** The sandbox's clock can be moved forward; production runs on real time and refuses a store whose clock was moved. */
export async function startClock(
  environment: Environment,
  settings: Settings,
  onError: (error: unknown) => void,
  opened: AsyncDisposableStack,
): Promise<Clock> {
  if (environment === 'test') return opened.adopt(await startVirtualClock(settings, onError), (clock) => clock.stop());
  if ((await clockOffset(settings)) !== 0)
    throw new ConfigError(["this store's clock was moved in a sandbox: production cannot use it"]);
  return systemClock;
}
