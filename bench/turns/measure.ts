import { distribution, type Distribution } from '../fingerprint/distribution.ts';
import { spread, type Spread } from '../api/measure.ts';
import type { JoinedSession } from './service-process.ts';
import type { Side } from './stage.ts';

export interface Pace {
  readonly rounds: number;
  /** Verifications of the quiet merchant in one slice, one after the other. */
  readonly verifications: number;
  /** Of the flood, at every moment. */
  readonly atOnce: number;
}

export interface Comparison {
  readonly flood: string;
  readonly quietMs: Distribution;
  readonly floodedMs: Distribution;
  /** Median in the flood / median in quiet, of each round. */
  readonly ratio: Spread;
  /** What the flood itself got, in verifications a second. */
  readonly floodPerSecond: number;
}

/** More than a flood gets done in one slice. */
const FLOOD_SESSIONS = 1500;

/** Quiet and flood in turns. The first round does not count: compiler and threads settle. */
export async function compare(
  name: string,
  floodUsers: number,
  { quiet, flood }: { quiet: Side; flood: Side },
  { rounds, verifications, atOnce }: Pace,
  say: (line: string) => void,
): Promise<Comparison> {
  const slices: { quietMs: number[]; floodedMs: number[]; perSecond: number }[] = [];
  for (let round = 0; round <= rounds; round++) {
    say(round === 0 ? 'warming up' : `round ${round} of ${rounds}`);
    const quietMs = await oneByOne(quiet, await quiet.join(verifications, verifications));
    const sessions = await quiet.join(verifications, verifications);
    const running = new Flood(flood, await flood.join(floodUsers, FLOOD_SESSIONS), atOnce);
    await running.underWay();
    const floodedMs = await oneByOne(quiet, sessions);
    const perSecond = await running.stop();
    if (round > 0) slices.push({ quietMs, floodedMs, perSecond });
  }
  return {
    flood: name,
    quietMs: distribution(slices.flatMap((slice) => slice.quietMs)),
    floodedMs: distribution(slices.flatMap((slice) => slice.floodedMs)),
    ratio: spread(slices.map((slice) => distribution(slice.floodedMs).median / distribution(slice.quietMs).median)),
    floodPerSecond: spread(slices.map(({ perSecond }) => perSecond)).median,
  };
}

async function oneByOne(side: Side, sessions: readonly JoinedSession[]): Promise<number[]> {
  const times: number[] = [];
  for (const session of sessions) {
    const { ms, status } = await side.verify(session);
    if (status !== 'succeeded')
      throw new Error(`a verification ended as ${status}: ${(await side.endOf(session)).failureCode}`);
    times.push(ms);
  }
  return times;
}

/** As many verifications at every moment as it is told, until it is stopped. Those that wait for too long fail, which is the flood's own affair. */
class Flood {
  readonly #began = performance.now();
  readonly #callers: Promise<void>[];
  readonly #atOnce: number;
  #done = 0;
  #stopped = false;

  constructor(side: Side, sessions: JoinedSession[], atOnce: number) {
    this.#atOnce = atOnce;
    this.#callers = Array.from({ length: atOnce }, () => this.#call(side, sessions));
  }

  /** Each has waited in line once, so the line is as long as it gets. */
  async underWay(): Promise<void> {
    while (this.#done < this.#atOnce) await Promise.race([...this.#callers, new Promise((go) => setTimeout(go, 20))]);
  }

  async stop(): Promise<number> {
    this.#stopped = true;
    const perSecond = (1000 * this.#done) / (performance.now() - this.#began);
    await Promise.all(this.#callers);
    return perSecond;
  }

  async #call(side: Side, sessions: JoinedSession[]): Promise<void> {
    while (!this.#stopped) {
      const session = sessions.pop();
      if (session === undefined) throw new Error('the flood ran out of sessions');
      await side.verify(session);
      this.#done++;
    }
  }
}
