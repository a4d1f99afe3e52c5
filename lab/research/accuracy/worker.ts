// One job at a time from the main thread: extract records, or compare records.
import { parentPort } from 'node:worker_threads';
import { align, isHopeless, likeness } from '../../../packages/fingerprint/src/compare/align.ts';
import { inOrder } from '../../../packages/fingerprint/src/compare/index.ts';
import { prepare } from '../../../packages/fingerprint/src/compare/prepare.ts';
import { isContradicted, toScore, values } from '../../../packages/fingerprint/src/compare/score.ts';
import { decodeTemplate, encodeTemplate, extract, ImageError } from '../../../packages/fingerprint/src/index.ts';
import type { View } from '../../../packages/fingerprint/src/index.ts';
import { withKernels } from '../../../packages/fingerprint/src/kernels/memory.ts';
import { readImage } from './image-file.ts';

export type Job =
  | { readonly kind: 'extract'; readonly file: string; readonly dpi: number }
  /** Later jobs refer to these records by index. Undefined if extraction failed. */
  | {
      readonly kind: 'hold';
      readonly records: readonly (Uint8Array | undefined)[];
      /** The views lose their ridge maps, as if other makers had written the records. */
      readonly minutiaeOnly: boolean;
    }
  | { readonly kind: 'compare'; readonly probe: number; readonly candidates: readonly number[] };

export interface Extracted {
  readonly record?: Uint8Array;
  readonly failure?: string;
  readonly quality: number;
  readonly minutiae: number;
  readonly ms: number;
}

/** A score and its evidence. */
export interface Weighed {
  readonly score: number;
  /** The weighted values; none if nothing could be compared. */
  readonly values?: readonly number[];
  /** One kind of evidence is too weak for a match. */
  readonly contradicted?: boolean;
  /** The comparison ended early, so the score is 0 for any weights. */
  readonly hopeless?: boolean;
}

export interface Compared {
  readonly pairs: readonly Weighed[];
  readonly ms: number;
}

let views: readonly (View | undefined)[] = [];

parentPort?.on('message', (job: Job) => {
  parentPort?.postMessage(run(job));
});

function run(job: Job): Extracted | Compared | undefined {
  if (job.kind === 'extract') return extractOne(job.file, job.dpi);
  if (job.kind === 'compare') return compareAll(job.probe, job.candidates);
  views = job.records.map((record) => record && readView(record, job.minutiaeOnly));
  return undefined;
}

function readView(record: Uint8Array, minutiaeOnly: boolean): View {
  const { extended, ...minutiae } = decodeTemplate(record)[0]!;
  return minutiaeOnly || extended === undefined ? minutiae : { ...minutiae, extended };
}

function extractOne(file: string, dpi: number): Extracted {
  const image = readImage(file, dpi);
  const start = performance.now();
  try {
    const view = extract(image);
    const record = encodeTemplate([view]);
    return { record, quality: view.quality, minutiae: view.minutiae.length, ms: performance.now() - start };
  } catch (error) {
    if (!(error instanceof ImageError)) throw error;
    return { failure: error.code, quality: 0, minutiae: 0, ms: performance.now() - start };
  }
}

function compareAll(probe: number, candidates: readonly number[]): Compared {
  const start = performance.now();
  const pairs = candidates.map((candidate) => weigh(views[probe], views[candidate]));
  return { pairs, ms: performance.now() - start };
}

/** As `compare` of two single views does. A failure to extract counts as score 0, never as a dropped pair. */
function weigh(one: View | undefined, other: View | undefined): Weighed {
  if (!one || !other) return { score: 0 };
  return withKernels(() => {
    const likely = likeness(...inOrder(prepare(one), prepare(other)));
    const alignment = align(likely);
    if (alignment === undefined) return { score: 0 };
    const { evidence } = alignment;
    const hopeless = isHopeless(likely);
    const score = hopeless ? 0 : toScore(alignment.evidence, alignment.logit);
    return { score, values: values(evidence), contradicted: isContradicted(evidence), hopeless };
  });
}
