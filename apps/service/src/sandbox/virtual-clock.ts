import type { NewAuditEntry } from '../audit/entry.ts';
import { systemClock, type Clock } from '../runtime/clock.ts';
import { CLOCK_OFFSET, clockOffset } from '../lifecycle/clock-offset.ts';
import { repeat } from '../runtime/repeat.ts';
import type { Settings } from '../storage/port/store.ts';

/** Every process follows an operator's advance within this time. */
const REREAD_MS = 500;

export async function advanceClock(
  settings: Settings,
  byMs: number,
  entryOf?: (offset: number) => NewAuditEntry,
): Promise<number> {
  const moved = (offset: string): string => String(Number(offset) + byMs);
  return Number(await settings.change(CLOCK_OFFSET, moved, entryOf && ((offset) => entryOf(Number(offset)))));
}

/** Real time plus an offset that the store keeps. Timers stay on real time. */
export async function startVirtualClock(
  settings: Settings,
  onError: (error: unknown) => void,
  opened: AsyncDisposableStack,
): Promise<Clock> {
  let offset = await clockOffset(settings);
  const reread = async (): Promise<void> => {
    offset = Math.max(offset, await clockOffset(settings));
  };
  opened.defer(repeat({ clock: systemClock, everyMs: REREAD_MS, onError }, reread));
  return { ...systemClock, now: () => systemClock.now() + offset };
}
