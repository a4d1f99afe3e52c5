import { threadMs } from './processor-time.ts';
import type { Ground } from './ground.ts';
import { OPERATIONS, type Operation } from './operations.ts';

/** What one of an operation costs on a store of one size. */
export interface Cost {
  readonly sessions: number;
  /** From the call to its answer. */
  readonly p50Us: number;
  /** Processor time of the thread that calls, and of the database server. */
  readonly threadUs: number;
  readonly serverUs: number;
}

export interface Growth {
  readonly operation: string;
  readonly of: string;
  readonly costs: readonly Cost[];
}

interface Slice {
  readonly times: readonly number[];
  readonly threadUs: number;
  readonly serverUs: number;
}

/** Sizes take turns within a round, so that whatever else the machine does meets them alike. */
export async function measure(
  grounds: readonly Ground[],
  rounds: number,
  tell: (round: number) => void,
): Promise<Growth[]> {
  const slices = new Map<string, Slice[]>();
  for (let round = 0; round <= rounds; round++) {
    for (const operation of OPERATIONS)
      for (const ground of grounds) {
        const taken = await slice(operation, ground, round);
        const key = `${operation.name} ${ground.sessions}`;
        // The first does not count: nothing is warm yet.
        if (round > 0) slices.set(key, [...(slices.get(key) ?? []), taken]);
      }
    if (round > 0) tell(round);
  }
  return OPERATIONS.map(({ name, of }) => ({
    operation: name,
    of,
    costs: grounds.map(({ sessions }) => costOf(sessions, slices.get(`${name} ${sessions}`)!)),
  }));
}

async function slice({ prepare, times, each }: Operation, ground: Ground, round: number): Promise<Slice> {
  const work = await prepare(ground, round);
  const taken: number[] = [];
  const serverBefore = await ground.serverMs();
  const before = await threadMs();
  for (let i = 0; i < times; i++) {
    const began = performance.now();
    await work(i);
    taken.push(((performance.now() - began) * 1000) / each);
  }
  const spentMs = (await threadMs()) - before;
  const serverMs = (await ground.serverMs()) - serverBefore;
  const count = times * each;
  return { times: taken, threadUs: (spentMs * 1000) / count, serverUs: (serverMs * 1000) / count };
}

const costOf = (sessions: number, slices: readonly Slice[]): Cost => ({
  sessions,
  p50Us: median(slices.flatMap(({ times }) => times)),
  threadUs: median(slices.map(({ threadUs }) => threadUs)),
  serverUs: median(slices.map(({ serverUs }) => serverUs)),
});

const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
