import type { NewAuditEntry } from '../audit/entry.ts';
import { systemClock, type Clock } from '../config/clock.ts';
import { CLOCK_OFFSET, clockOffset } from '../lifecycle/clock-offset.ts';
import type { Settings } from '../storage/store.ts';

/** An advance by an operator reaches every process within this time. */
const REREAD_MS = 500;

/** Forward only: a session that has expired stays expired. */
export async function advanceClock(
  settings: Settings,
  byMs: number,
  entryOf?: (offset: number) => NewAuditEntry,
): Promise<number> {
  const offset = (await clockOffset(settings)) + byMs;
  await settings.set(CLOCK_OFFSET, String(offset), entryOf?.(offset));
  return offset;
}

/** The sandbox's clock: real time plus an offset that is kept in the store. Timers stay on real time. */
export async function startVirtualClock(
  settings: Settings,
  onError: (error: unknown) => void,
  opened: AsyncDisposableStack,
): Promise<Clock> {
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
  opened.defer(() => {
    stopped = true;
    cancel();
  });
  return { ...systemClock, now: () => systemClock.now() + offset };
}
