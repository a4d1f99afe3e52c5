// One job at a time from the main thread: read a photo into records, or compare records.
import { parentPort } from 'node:worker_threads';
import {
  compare,
  decodeTemplate,
  encodeTemplate,
  extract,
  fromPhoto,
  ImageError,
  isGoodEnough,
  isCopy,
  isPlausible,
  type Image,
  type Photo,
  type View,
} from '../../../packages/fingerprint/src/index.ts';

export type Job =
  | { readonly kind: 'read'; readonly photo: Photo; readonly isCapture: boolean }
  | { readonly kind: 'hold'; readonly records: readonly (Uint8Array | undefined)[] }
  | { readonly kind: 'compare'; readonly probe: number; readonly candidates: readonly number[] };

export interface Compared {
  readonly score: number;
  readonly isCopy: boolean;
}

export interface Read {
  readonly fault: string | undefined;
  /** The service would enroll it. */
  readonly enrolls: boolean;
  readonly record: Uint8Array | undefined;
  readonly ms: number;
}

let held: readonly (readonly View[] | undefined)[] = [];

parentPort?.on('message', (job: Job) => {
  parentPort?.postMessage(run(job));
});

function run(job: Job): Read | Compared[] | undefined {
  if (job.kind === 'read') return read(job);
  if (job.kind === 'compare') return job.candidates.map((candidate) => compared(held[job.probe]!, held[candidate]!));
  held = job.records.map((record) => record && decodeTemplate(record));
  return undefined;
}

function compared(one: readonly View[], other: readonly View[]): Compared {
  return { score: compare(one, other), isCopy: isCopy(one, other) };
}

function read({ photo, isCapture }: Job & { kind: 'read' }): Read {
  const start = performance.now();
  const reading = isCapture ? { image: grayOf(photo) } : fromPhoto(photo);
  const ms = performance.now() - start;
  if ('fault' in reading) return { fault: reading.fault, enrolls: false, record: undefined, ms };
  const record = recordOf(reading.image);
  return { fault: undefined, enrolls: isEnrolled(record), record, ms };
}

const grayOf = ({ width, height, data }: Photo): Image => ({
  width,
  height,
  pixels: Uint8Array.from({ length: width * height }, (_, i) => data[4 * i]!),
  dpi: 500,
});

function recordOf(image: Image): Uint8Array | undefined {
  try {
    return encodeTemplate([extract(image)]);
  } catch (error) {
    if (error instanceof ImageError) return undefined;
    throw error;
  }
}

function isEnrolled(record: Uint8Array | undefined): boolean {
  if (record === undefined) return false;
  const views = decodeTemplate(record);
  return isGoodEnough(views) && views.every(isPlausible);
}
