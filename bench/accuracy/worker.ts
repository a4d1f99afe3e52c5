// One job at a time from the main thread: read prints into records, or compare records.
import { parentPort } from 'node:worker_threads';
import { compare, decodeTemplate, encodeTemplate, extract, ImageError } from '../../packages/fingerprint/src/index.ts';
import type { View } from '../../packages/fingerprint/src/index.ts';
import { readImage } from './image-file.ts';

export type Job =
  | { readonly kind: 'extract'; readonly file: string; readonly dpi: number }
  /** The records that `compare` jobs then name by index; undefined where extraction failed. */
  | { readonly kind: 'hold'; readonly records: readonly (Uint8Array | undefined)[] }
  | { readonly kind: 'compare'; readonly probe: number; readonly candidates: readonly number[] };

export interface Extracted {
  readonly record?: Uint8Array;
  readonly failure?: string;
  readonly quality: number;
  readonly ms: number;
}

export interface Compared {
  readonly scores: readonly number[];
  readonly ms: number;
}

let held: readonly (View[] | undefined)[] = [];

parentPort?.on('message', (job: Job) => {
  parentPort?.postMessage(run(job));
});

function run(job: Job): Extracted | Compared | undefined {
  if (job.kind === 'extract') return extractOne(job.file, job.dpi);
  if (job.kind === 'compare') return compareAll(job.probe, job.candidates);
  held = job.records.map((record) => record && decodeTemplate(record));
  return undefined;
}

function extractOne(file: string, dpi: number): Extracted {
  const image = readImage(file, dpi);
  const start = performance.now();
  try {
    const view = extract(image);
    return { record: encodeTemplate([view]), quality: view.quality, ms: performance.now() - start };
  } catch (error) {
    if (!(error instanceof ImageError)) throw error;
    return { failure: error.code, quality: 0, ms: performance.now() - start };
  }
}

/** A failure to extract counts as score 0, never as a dropped pair. */
function compareAll(probe: number, candidates: readonly number[]): Compared {
  const start = performance.now();
  const one = held[probe];
  const scores = candidates.map((candidate) => {
    const other = held[candidate];
    return one && other ? compare(one, other) : 0;
  });
  return { scores, ms: performance.now() - start };
}
