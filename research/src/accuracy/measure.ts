import { BARS, passes, type Touch } from './bar.ts';
import type { PrintSet } from './dataset.ts';
import type { Pool } from './pool.ts';
import { sortTrials, type Trial } from './rates.ts';
import type { GenuinePair } from './reject.ts';
import type { Compared, Extracted, Job, Verified, Weighed } from './worker.ts';

export interface WeighedTrial extends Trial, Weighed {}

export interface Measured {
  readonly name: string;
  readonly fingers: number;
  readonly trials: readonly WeighedTrial[];
  readonly genuinePairs: readonly (GenuinePair & { readonly touches: readonly [Touch, Touch] })[];
  readonly touches: readonly Touch[];
  /** Of single touches against three others of their finger, for each bar that all of them pass. */
  readonly enrolledScores: readonly (readonly number[])[];
  readonly failures: readonly string[];
  readonly extractMs: number;
  readonly compareMs: number;
}

export type Progress = (stage: string, done: number, all: number) => void;
export type EnginePool = Pool<Job, Extracted | Compared | Verified>;

const ENROLLED = 3;

/** All pairs within one set, each once, from image through the record to the score. */
export async function measure(
  set: PrintSet,
  pool: EnginePool,
  minutiaeOnly: boolean,
  progress: Progress,
): Promise<Measured> {
  const { prints } = set;
  const jobs = prints.map(({ file }): Job => ({ kind: 'extract', file, dpi: set.dpi }));
  const extracted = (await pool.run(jobs, (done) => progress('extracted', done, prints.length))) as Extracted[];
  await pool.tellAll({ kind: 'hold', records: extracted.map((each) => each.record), minutiaeOnly });
  const probes = prints
    .slice(1)
    .map((_, k): Job => ({ kind: 'compare', probe: k, candidates: prints.slice(k + 1).map((_, c) => k + 1 + c) }));
  const compared = (await pool.run(probes, (done) => progress('compared', done, probes.length))) as Compared[];

  const names = [...new Set(prints.map((print) => print.finger))];
  const finger = prints.map((print) => names.indexOf(print.finger));
  const touches = extracted.map(({ quality, minutiae }, k): Touch => ({ finger: finger[k]!, quality, minutiae }));
  const trials: WeighedTrial[] = [];
  const genuinePairs: Measured['genuinePairs'][number][] = [];
  for (const [probe, { pairs }] of compared.entries()) {
    for (const [k, pair] of pairs.entries()) {
      const candidate = probe + 1 + k;
      const genuine = finger[probe] === finger[candidate];
      trials.push({ ...pair, genuine, fingers: [finger[probe]!, finger[candidate]!] });
      if (genuine) genuinePairs.push({ score: pair.score, touches: [touches[probe]!, touches[candidate]!] });
    }
  }
  return {
    name: set.name,
    fingers: names.length,
    trials: sortTrials(trials),
    genuinePairs,
    touches,
    enrolledScores: await enrolledScores(touches, pool),
    failures: extracted.flatMap((each, k) =>
      each.failure ? [`${prints[k]!.finger}_${prints[k]!.impression}: ${each.failure}`] : [],
    ),
    extractMs: sum(extracted) / prints.length,
    compareMs: sum(compared) / trials.length,
  };
}

/** A touch that a bar refuses is left out, as if another had been asked for. What two bars have in common is compared once. */
async function enrolledScores(touches: readonly Touch[], pool: EnginePool): Promise<number[][]> {
  const perBar = BARS.map((bar) => {
    const fingers = new Map<number, number[]>();
    for (const [k, touch] of touches.entries())
      if (passes(touch, bar)) fingers.set(touch.finger, [...(fingers.get(touch.finger) ?? []), k]);
    return [...fingers.values()].flatMap(enrollmentsOf);
  });
  const jobs = new Map(perBar.flat().map((job) => [JSON.stringify(job), job]));
  const verified = (await pool.run([...jobs.values()])) as Verified[];
  const scores = new Map([...jobs.keys()].map((key, k) => [key, verified[k]!]));
  return perBar.map((all) => all.flatMap((job) => scores.get(JSON.stringify(job))!));
}

/** Each touch and the two after it enrolled, in a circle; the other touches of the finger are compared with them. */
function enrollmentsOf(touches: readonly number[]): Job[] {
  return touches.map((_, first): Job => {
    const turned = [...touches.slice(first), ...touches.slice(0, first)];
    return { kind: 'verify', enrolled: turned.slice(0, ENROLLED), probes: turned.slice(ENROLLED) };
  });
}

function sum(all: readonly { ms: number }[]): number {
  return all.reduce((total, { ms }) => total + ms, 0);
}
