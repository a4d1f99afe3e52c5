import type { Calls } from './calls.ts';
import type { LoadGenerator } from './load.ts';
import type { NextRequest } from './requests.ts';
import type { Target } from './target.ts';

/** A server with its connections and its requests. */
export interface Bench {
  readonly target: Target;
  readonly load: LoadGenerator;
  readonly calls: Calls;
}

export interface Comparison {
  readonly call: string;
  /** What the floor does. */
  readonly floorDoes: string;
  readonly service: Rate;
  readonly floor: Rate;
  /** Service / floor of each round; the median is the figure. */
  readonly ratio: Spread;
}

export interface Rate {
  readonly perSecond: number;
  /** Processor time of the server process for one request. */
  readonly cpuUs: number;
  /** Share of the time in which the server was busy: far below 1, something else was the bottleneck. */
  readonly busy: number;
}

export interface Spread {
  readonly median: number;
  readonly min: number;
  readonly max: number;
}

interface Case {
  readonly call: 'token' | 'create' | 'result';
  readonly floors: readonly (readonly [keyof Calls, does: string])[];
}

export const CASES: readonly Case[] = [
  { call: 'token', floors: [['token', 'signs'], ['tokenWithWindow', 'signs, counts in the rate window']] },
  { call: 'create', floors: [['create', 'the same transaction']] },
  { call: 'result', floors: [['result', 'the same SELECT']] },
];

export interface Pace {
  readonly rounds: number;
  readonly ms: number;
}

/** Service and floors take turns within a round, so that whatever else the machine does meets them alike. */
export async function compare({ call, floors }: Case, service: Bench, floor: Bench, { rounds, ms }: Pace): Promise<Comparison[]> {
  const slices: { service: Rate; floors: Rate[] }[] = [];
  for (let round = 0; round <= rounds; round++) {
    // The first round is for warming up.
    const time = round === 0 ? Math.min(ms, 1000) : ms;
    const ofService = await slice(service, service.calls[call], time);
    const ofFloors: Rate[] = [];
    for (const [name] of floors) ofFloors.push(await slice(floor, floor.calls[name], time));
    if (round > 0) slices.push({ service: ofService, floors: ofFloors });
  }
  return floors.map(([, floorDoes], i) => ({
    call,
    floorDoes,
    service: medianRate(slices.map((each) => each.service)),
    floor: medianRate(slices.map((each) => each.floors[i]!)),
    ratio: spread(slices.map((each) => each.service.perSecond / each.floors[i]!.perSecond)),
  }));
}

/** More than any server of one process answers. */
const MOST_PER_SECOND = 15_000;

async function slice({ target, load, calls }: Bench, next: NextRequest, ms: number): Promise<Rate> {
  if (next === calls.token || next === calls.tokenWithWindow) await target.clients.stock((MOST_PER_SECOND * ms) / 1000);
  const before = await target.usage();
  const { requests, perSecond } = await load.forMs(ms, next);
  const after = await target.usage();
  return { perSecond, cpuUs: ((after.cpuMs - before.cpuMs) * 1000) / requests, busy: (after.busyMs - before.busyMs) / (after.wallMs - before.wallMs) };
}

const medianRate = (rates: readonly Rate[]): Rate => ({
  perSecond: spread(rates.map((rate) => rate.perSecond)).median,
  cpuUs: spread(rates.map((rate) => rate.cpuUs)).median,
  busy: spread(rates.map((rate) => rate.busy)).median,
});

export function spread(values: readonly number[]): Spread {
  const sorted = [...values].sort((a, b) => a - b);
  const median = (sorted[Math.floor((sorted.length - 1) / 2)]! + sorted[Math.floor(sorted.length / 2)]!) / 2;
  return { median, min: sorted[0]!, max: sorted.at(-1)! };
}
