import type { Scored, Capture, CaptureTrial } from './bar.ts';
import type { PrintSet } from './dataset.ts';
import type { Pool } from './pool.ts';
import { sortTrials } from './rates.ts';
import type { Compared, Extracted, Job, Weighed } from './worker.ts';

export interface WeighedTrial extends CaptureTrial, Weighed {}

export interface Measured extends Scored {
  readonly name: string;
  readonly fingers: number;
  readonly trials: readonly WeighedTrial[];
  readonly failures: readonly string[];
  readonly extractMs: number;
  readonly compareMs: number;
}

export type Progress = (stage: string, done: number, all: number) => void;
export type EnginePool = Pool<Job, Extracted | Compared>;

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
  const captures = extracted.map(({ quality, minutiae }, k): Capture => ({ finger: finger[k]!, quality, minutiae }));
  const trials: WeighedTrial[] = [];
  for (const [probe, { pairs }] of compared.entries()) {
    for (const [k, pair] of pairs.entries()) {
      const candidate = probe + 1 + k;
      const genuine = finger[probe] === finger[candidate];
      trials.push({ ...pair, genuine, fingers: [finger[probe]!, finger[candidate]!], pair: [probe, candidate] });
    }
  }
  return {
    name: set.name,
    fingers: names.length,
    trials: sortTrials(trials),
    captures,
    failures: extracted.flatMap((each, k) =>
      each.failure ? [`${prints[k]!.finger}_${prints[k]!.impression}: ${each.failure}`] : [],
    ),
    extractMs: sum(extracted) / prints.length,
    compareMs: sum(compared) / trials.length,
  };
}

function sum(all: readonly { ms: number }[]): number {
  return all.reduce((total, { ms }) => total + ms, 0);
}
