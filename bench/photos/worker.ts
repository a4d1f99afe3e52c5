// One job at a time from the main thread: read a photo into records, or compare records.
import { parentPort } from 'node:worker_threads';
import { comparePrepared } from '../../packages/fingerprint/src/compare/index.ts';
import { prepareBest, type PreparedView } from '../../packages/fingerprint/src/compare/prepare.ts';
import { PREPARE } from '../../packages/fingerprint/src/constants.ts';
import {
  decodeTemplate,
  encodeTemplate,
  extract,
  fromPhoto,
  ImageError,
  type Image,
  type Photo,
} from '../../packages/fingerprint/src/index.ts';

export type Job =
  /** `scales`: the print is taken to be so many times as large as it was found to be. */
  | { readonly kind: 'read'; readonly photo: Photo; readonly scales: readonly number[] }
  | { readonly kind: 'hold'; readonly records: readonly (Uint8Array | undefined)[] }
  | { readonly kind: 'compare'; readonly probe: number; readonly candidates: readonly number[] };

export interface Read {
  readonly fault: string | undefined;
  readonly sharpness: number;
  readonly quality: number;
  /** One for each scale. */
  readonly records: readonly (Uint8Array | undefined)[];
  readonly ms: number;
}

let held: readonly (readonly PreparedView[] | undefined)[] = [];

parentPort?.on('message', (job: Job) => {
  parentPort?.postMessage(run(job));
});

function run(job: Job): Read | number[] | undefined {
  if (job.kind === 'read') return read(job.photo, job.scales);
  if (job.kind === 'compare')
    return job.candidates.map((candidate) => comparePrepared(held[job.probe]!, held[candidate]!));
  held = job.records.map(
    (record) => record && decodeTemplate(record).map((view) => prepareBest(view, PREPARE.maxMinutiae)),
  );
  return undefined;
}

function read(photo: Photo, scales: readonly number[]): Read {
  const start = performance.now();
  const reading = fromPhoto(photo);
  const ms = performance.now() - start;
  const sharpness = reading.ridges?.sharpness ?? 0;
  if ('fault' in reading) return { fault: reading.fault, sharpness, quality: 0, records: [], ms };
  const { image } = reading;
  const records = scales.map((scale) => recordOf({ ...image, dpi: image.dpi / scale }));
  return { fault: undefined, sharpness, quality: qualityOf(records[0]), records, ms };
}

function recordOf(image: Image): Uint8Array | undefined {
  try {
    return encodeTemplate([extract(image)]);
  } catch (error) {
    if (error instanceof ImageError) return undefined;
    throw error;
  }
}

const qualityOf = (record: Uint8Array | undefined): number => (record ? decodeTemplate(record)[0]!.quality : 0);
