import { percentile } from './bench.ts';

/** A neighbor on the machine slows some slices down and speeds none up, so the fast ones are the program's own. */
export const LOW = 0.1;

export interface Slice {
  readonly ms: number;
  readonly cpuMs: number;
}

export interface Side {
  /** Processor time so far, in milliseconds. */
  readonly cpuMs: () => number;
  readonly work: () => Promise<unknown>;
}

/** Short slices of both sides, in turns, so that other work on the machine affects both alike. The first ones warm up. */
export async function inTurns<Name extends string>(
  sides: Readonly<Record<Name, Side>>,
  rounds: number,
): Promise<Record<Name, Slice>> {
  const names = Object.keys(sides) as Name[];
  const slices = new Map<Name, Slice[]>(names.map((name) => [name, []]));
  for (let round = 0; round <= rounds; round++)
    for (const name of round % 2 === 0 ? names : names.toReversed()) {
      const slice = await timed(sides[name]);
      if (round > 0) slices.get(name)!.push(slice);
    }
  return Object.fromEntries(names.map((name) => [name, low(slices.get(name)!)])) as Record<Name, Slice>;
}

async function timed({ cpuMs, work }: Side): Promise<Slice> {
  const [began, before] = [performance.now(), cpuMs()];
  await work();
  return { ms: performance.now() - began, cpuMs: cpuMs() - before };
}

function low(slices: readonly Slice[]): Slice {
  const of = (name: keyof Slice): number =>
    percentile(
      slices.map((slice) => slice[name]),
      LOW,
    );
  return { ms: of('ms'), cpuMs: of('cpuMs') };
}
