import type { PrintSet } from './dataset.ts';
import type { Pool } from './pool.ts';
import { sortTrials, type Trial } from './rates.ts';
import type { GenuinePair } from './reject.ts';
import type { Compared, Extracted, Job } from './worker.ts';

export interface Measured {
  readonly name: string;
  readonly fingers: number;
  readonly trials: readonly Trial[];
  readonly genuinePairs: readonly GenuinePair[];
  readonly failures: readonly string[];
  readonly extractMs: number;
  readonly compareMs: number;
}

export type Progress = (stage: string, done: number, all: number) => void;

/** All pairs within one set, each once, from image through the record to the score. */
export async function measure(
  set: PrintSet,
  pool: Pool<Job, Extracted | Compared>,
  progress: Progress,
): Promise<Measured> {
  const { prints } = set;
  const jobs = prints.map(({ file }): Job => ({ kind: 'extract', file, dpi: set.dpi }));
  const extracted = (await pool.run(jobs, (done) => progress('extracted', done, prints.length))) as Extracted[];
  await pool.tellAll({ kind: 'hold', records: extracted.map((each) => each.record) });
  const probes = prints
    .slice(1)
    .map((_, k): Job => ({ kind: 'compare', probe: k, candidates: prints.slice(k + 1).map((_, c) => k + 1 + c) }));
  const compared = (await pool.run(probes, (done) => progress('compared', done, probes.length))) as Compared[];

  const names = [...new Set(prints.map((print) => print.finger))];
  const finger = prints.map((print) => names.indexOf(print.finger));
  const trials: Trial[] = [];
  const genuinePairs: GenuinePair[] = [];
  for (const [probe, { scores }] of compared.entries()) {
    for (const [k, score] of scores.entries()) {
      const candidate = probe + 1 + k;
      const genuine = finger[probe] === finger[candidate];
      trials.push({ score, genuine, fingers: [finger[probe]!, finger[candidate]!] });
      if (genuine)
        genuinePairs.push({ score, quality: Math.min(extracted[probe]!.quality, extracted[candidate]!.quality) });
    }
  }
  return {
    name: set.name,
    fingers: names.length,
    trials: sortTrials(trials),
    genuinePairs,
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
