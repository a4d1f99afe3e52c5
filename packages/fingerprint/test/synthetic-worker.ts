// Half of the work of synthetic-fingers.test.ts: it is long, and a machine has two cores.
import { parentPort } from 'node:worker_threads';
import { comparePrepared } from '../src/compare/index.ts';
import { prepare, type PreparedView } from '../src/compare/prepare.ts';
import { readProbe, THRESHOLD } from '../src/index.ts';
import { syntheticRecord } from './synthetic-records.ts';

export type Job =
  | { readonly kind: 'extract'; readonly fingers: readonly number[]; readonly impressions: number }
  | { readonly kind: 'compare'; readonly records: readonly Uint8Array[]; readonly rows: readonly number[] };

export interface Made {
  readonly finger: number;
  /** Of impression 0. */
  readonly record: Uint8Array;
  /** Impression 0 against each of the others. */
  readonly genuine: readonly number[];
}

parentPort?.on('message', (job: Job) => {
  parentPort?.postMessage(
    job.kind === 'extract'
      ? job.fingers.map((finger) => make(finger, job.impressions))
      : strangers(job.records, job.rows),
  );
});

/** As a service reads it: a touch that no finger could have made would fail here. */
const prepared = (record: Uint8Array): PreparedView[] => readProbe(record).map(prepare);

function make(finger: number, impressions: number): Made {
  const records = Array.from({ length: impressions }, (_, impression) => syntheticRecord(finger, impression));
  const [first, ...others] = records.map(prepared);
  return { finger, record: records[0]!, genuine: others.map((other) => comparePrepared(first!, other)) };
}

/** The false matches of each row with all rows after it. */
function strangers(records: readonly Uint8Array[], rows: readonly number[]): string[] {
  const fingers = records.map(prepared);
  return rows.flatMap((row) =>
    fingers.slice(row + 1).flatMap((other, k) => {
      const score = comparePrepared(fingers[row]!, other);
      return score >= THRESHOLD ? [`${row} and ${row + 1 + k}: ${score.toFixed(1)}`] : [];
    }),
  );
}
