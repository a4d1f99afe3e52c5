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

/** Of the ratio by CPU, on each store. */
interface Aims {
  readonly sqlite?: number;
  readonly postgres?: number;
}

export interface Comparison {
  readonly call: string;
  /** What the floor does. */
  readonly floorDoes: string;
  readonly aims: Aims;
  readonly service: Rate;
  readonly floor: Rate;
  /** Service / floor of each round; the median is the figure. */
  readonly ratio: Spread;
  /** The same by the main thread's processor time: what stays of the ratio when other programs share the machine. Says nothing where a disk is waited for. */
  readonly ratioByCpu: number;
}

export interface Rate {
  readonly perSecond: number;
  /** Processor time of the server process for one request, and of its main thread, which is what a process can run out of. */
  readonly cpuUs: number;
  readonly mainThreadUs: number;
  /** Share of the time in which the server was busy: far below 1, something else was the bottleneck. */
  readonly busy: number;
}

export interface Spread {
  readonly median: number;
  readonly min: number;
  readonly max: number;
}

/** What stands beside the service. */
export interface Others {
  readonly floor: Bench;
  readonly oidc: { readonly target: Target; readonly load: LoadGenerator; readonly token: NextRequest };
}

interface Floor {
  readonly does: string;
  readonly aims: Aims;
  readonly slice: (others: Others, ms: number) => Promise<Rate>;
}

interface Case {
  readonly call: 'token' | 'create' | 'result';
  readonly floors: readonly Floor[];
}

const floor = (call: keyof Calls, does: string, aims: Aims = {}): Floor => ({
  does,
  aims,
  slice: async ({ floor: { target, load, calls } }, ms) => {
    await stockFor(target, call, ms);
    return slice(target, load, calls[call], ms);
  },
});

export const CASES: readonly Case[] = [
  {
    call: 'token',
    floors: [
      floor('token', 'signs'),
      floor('tokenWithWindow', 'signs and counts in the rate window', { sqlite: 0.9, postgres: 0.8 }),
      {
        does: 'is oidc-provider in memory: no window, no log',
        aims: { sqlite: 3, postgres: 3 },
        slice: ({ oidc: { target, load, token } }, ms) => slice(target, load, token, ms),
      },
    ],
  },
  { call: 'create', floors: [floor('create', 'runs the same transaction', { postgres: 0.8 })] },
  { call: 'result', floors: [floor('result', 'runs the same SELECT', { sqlite: 0.85, postgres: 0.85 })] },
];

export interface Pace {
  readonly rounds: number;
  readonly ms: number;
}

/** Service and floors take turns within a round, so that whatever else the machine does meets them alike. */
export async function compare(
  { call, floors }: Case,
  { target, load, calls }: Bench,
  others: Others,
  { rounds, ms }: Pace,
): Promise<Comparison[]> {
  const slices: { service: Rate; floors: Rate[] }[] = [];
  for (let round = 0; round <= rounds; round++) {
    await stockFor(target, call, ms);
    const ofService = await slice(target, load, calls[call], ms);
    const ofFloors: Rate[] = [];
    for (const each of floors) ofFloors.push(await each.slice(others, ms));
    // The first does not count: the servers come from other work.
    if (round > 0) slices.push({ service: ofService, floors: ofFloors });
  }
  return floors.map(({ does: floorDoes, aims }, i) => {
    const ofService = medianRate(slices.map((each) => each.service));
    const ofFloor = medianRate(slices.map((each) => each.floors[i]!));
    const ratio = spread(slices.map((each) => each.service.perSecond / each.floors[i]!.perSecond));
    return {
      call,
      floorDoes,
      aims,
      service: ofService,
      floor: ofFloor,
      ratio,
      ratioByCpu: ofFloor.mainThreadUs / ofService.mainThreadUs,
    };
  });
}

/** More than any server of one process answers. */
const MAX_PER_SECOND = 15_000;

async function stockFor({ clients }: Target, call: keyof Calls, ms: number): Promise<void> {
  if (call === 'token' || call === 'tokenWithWindow') await clients.stock((MAX_PER_SECOND * ms) / 1000);
}

async function slice(target: Target, load: LoadGenerator, next: NextRequest, ms: number): Promise<Rate> {
  const before = await target.usage();
  const { requests, perSecond } = await load.forMs(ms, next);
  const after = await target.usage();
  const perRequest = (ms: number): number => (ms * 1000) / requests;
  return {
    perSecond,
    cpuUs: perRequest(after.cpuMs - before.cpuMs),
    mainThreadUs: perRequest(after.mainThreadMs - before.mainThreadMs),
    busy: (after.busyMs - before.busyMs) / (after.wallMs - before.wallMs),
  };
}

const medianRate = (rates: readonly Rate[]): Rate => ({
  perSecond: spread(rates.map((rate) => rate.perSecond)).median,
  cpuUs: spread(rates.map((rate) => rate.cpuUs)).median,
  mainThreadUs: spread(rates.map((rate) => rate.mainThreadUs)).median,
  busy: spread(rates.map((rate) => rate.busy)).median,
});

export function spread(values: readonly number[]): Spread {
  const sorted = [...values].sort((a, b) => a - b);
  const median = (sorted[Math.floor((sorted.length - 1) / 2)]! + sorted[Math.floor(sorted.length / 2)]!) / 2;
  return { median, min: sorted[0]!, max: sorted.at(-1)! };
}
