import { ConfigError } from '../config/config-error.ts';
import type { Settings } from '../storage/port/store.ts';

/** Milliseconds by which a sandbox's operator has moved the clock of a store. */
export const CLOCK_OFFSET = 'clock_offset_ms';

export async function clockOffset(settings: Settings): Promise<number> {
  return Number((await settings.get(CLOCK_OFFSET)) ?? 0);
}

/** Production runs on real time. */
export async function refuseMovedClock(settings: Settings): Promise<void> {
  if ((await clockOffset(settings)) !== 0)
    throw new ConfigError(["this store's clock was moved in a sandbox: production cannot use it"]);
}
