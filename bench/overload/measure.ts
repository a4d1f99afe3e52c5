import { spread, type Bench, type Spread } from '../api/measure.ts';
import type { OpenLoad } from './open-load.ts';

export interface Pace {
  readonly rounds: number;
  readonly ms: number;
  /** How many times its capacity the service is asked for. */
  readonly times: number;
}

/** How little of the capacity the quiet figures are taken at. */
export const QUIET_SHARE = 0.2;

export interface Overload {
  readonly call: string;
  readonly capacityPerSecond: number;
  readonly sentPerSecond: number;
  /** Share of the time under overload in which the service's event loop did not rest: far below 1, it was not asked for enough. */
  readonly busy: number;
  readonly goodputPerSecond: number;
  /** Accepted under overload / capacity, of each round. */
  readonly goodput: Spread;
  readonly quietP99Ms: number;
  readonly overloadP99Ms: number;
  /** p99 of what was accepted under overload / p99 when it is quiet, of each round. */
  readonly slowdown: Spread;
}

/** Capacity, quiet and overload in turns, so that whatever else the machine does meets them alike. The first round does not count. */
export async function measure(
  call: 'create' | 'result',
  { target, load, calls }: Bench,
  open: OpenLoad,
  { rounds, ms, times }: Pace,
  say: (line: string) => void,
): Promise<Overload> {
  const slices: Slice[] = [];
  for (let round = 0; round <= rounds; round++) {
    say(round === 0 ? `${call}: warming up` : `${call}: round ${round} of ${rounds}`);
    const { perSecond: capacity } = await load.forMs(ms, calls[call]);
    const quiet = await open.run(calls[call], capacity * QUIET_SHARE, ms, () => target.usage());
    if (quiet.refused > 0) throw new Error(`${quiet.refused.toFixed(0)} a second were refused while it was quiet`);
    const overload = await open.run(calls[call], capacity * times, ms, () => target.usage());
    const slice = {
      capacity,
      sent: overload.sent,
      busy: overload.busy,
      accepted: overload.accepted,
      quietP99: p99(quiet.acceptedMs),
      overloadP99: p99(overload.acceptedMs),
    };
    if (round > 0) slices.push(slice);
  }
  const median = (of: (slice: Slice) => number): number => spread(slices.map(of)).median;
  return {
    call,
    capacityPerSecond: median(({ capacity }) => capacity),
    sentPerSecond: median(({ sent }) => sent),
    busy: median(({ busy }) => busy),
    goodputPerSecond: median(({ accepted }) => accepted),
    goodput: spread(slices.map(({ accepted, capacity }) => accepted / capacity)),
    quietP99Ms: median(({ quietP99 }) => quietP99),
    overloadP99Ms: median(({ overloadP99 }) => overloadP99),
    slowdown: spread(slices.map(({ overloadP99, quietP99 }) => overloadP99 / quietP99)),
  };
}

interface Slice {
  readonly capacity: number;
  readonly sent: number;
  readonly busy: number;
  readonly accepted: number;
  readonly quietP99: number;
  readonly overloadP99: number;
}

function p99(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * 0.99))] ?? NaN;
}
