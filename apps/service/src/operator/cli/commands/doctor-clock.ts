import { CLOCK_TOLERANCE_MS, systemClock } from '../../../config/clock.ts';
import type { StoreContext } from '../store-context.ts';
import type { Found } from './doctor-finding.ts';

const TOLERANCE = `${CLOCK_TOLERANCE_MS / 1000} s`;

/** Throws where this machine's clock differs too much from the database's. */
export async function examineClock({ store, now }: StoreContext): Promise<Found> {
  const aheadMs = await aheadOfDatabase(store);
  if (Math.abs(aheadMs) > CLOCK_TOLERANCE_MS)
    throw new Error(
      `this machine's clock is ${inSeconds(aheadMs)} ${aheadMs > 0 ? 'ahead of' : 'behind'} the database server's; the maximum is ${TOLERANCE}. Synchronize the clocks with NTP`,
    );
  const [newest] = await store.sessions.list({ limit: 1 });
  const futureMs = (newest?.createdAt ?? 0) - now();
  if (futureMs > CLOCK_TOLERANCE_MS)
    throw new Error(
      `the newest session was created ${inSeconds(futureMs)} in the future; the maximum is ${TOLERANCE}. This machine's clock is behind, or another clock was ahead`,
    );
  // SQLite has no clock of its own to compare with.
  return store.kind === 'postgres'
    ? `${inSeconds(aheadMs)} from the database server's; the maximum is ${TOLERANCE}`
    : { note: 'this machine has the only clock of the store; it must agree with those of merchants within 5 minutes' };
}

/** Compared with the middle of the round trip. */
async function aheadOfDatabase(store: StoreContext['store']): Promise<number> {
  const asked = systemClock.now();
  const there = await store.now();
  return (asked + systemClock.now()) / 2 - there;
}

const inSeconds = (ms: number): string => `${(Math.abs(ms) / 1000).toFixed(1)} s`;
