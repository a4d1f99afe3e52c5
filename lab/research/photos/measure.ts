import type { Pool } from '../accuracy/pool.ts';
import { showProgress } from '../prints.ts';
import type { PhotoFile } from './dataset.ts';
import type { PhotoDecoder } from './decode.ts';
import type { Compared, Job, Read } from './worker.ts';

export type ReadPhoto = PhotoFile & Read;
export type PhotoPool = Pool<Job, Read | Compared[]>;

export interface Pair extends Compared {
  readonly one: ReadPhoto;
  readonly other: ReadPhoto;
}

/** Decodes and reads a few photos at a time, to bound the memory. */
export async function readPhotos(
  files: readonly PhotoFile[],
  decoder: PhotoDecoder,
  pool: PhotoPool,
): Promise<ReadPhoto[]> {
  const read: ReadPhoto[] = [];
  for (let start = 0; start < files.length; start += BATCH) {
    const batch = files.slice(start, start + BATCH);
    const jobs: Job[] = [];
    for (const { file, isCapture } of batch) jobs.push({ kind: 'read', photo: await decoder.decode(file), isCapture });
    const done = (await pool.run(jobs)) as Read[];
    read.push(...batch.map((file, k) => ({ ...file, ...done[k]! })));
    showProgress(`read ${read.length} of ${files.length}`, read.length === files.length);
  }
  return read;
}

const BATCH = 16;

const known = (photos: readonly ReadPhoto[]): ReadPhoto[] =>
  photos.filter(({ finger, record }) => finger !== undefined && record !== undefined);

/** All pairs of photos that were read, each once. */
export async function compareAll(photos: readonly ReadPhoto[], pool: PhotoPool): Promise<Pair[]> {
  const usable = known(photos);
  await pool.tellAll({ kind: 'hold', records: usable.map(({ record }) => record) });
  const jobs = usable.map((_, probe): Job => ({ kind: 'compare', probe, candidates: range(probe + 1, usable.length) }));
  const scores = (await pool.run(jobs, (done) =>
    showProgress(`compared ${done} of ${jobs.length}`, done === jobs.length),
  )) as Compared[][];
  return scores.flatMap((row, probe) =>
    row.map((compared, k) => ({ one: usable[probe]!, other: usable[probe + 1 + k]!, ...compared })),
  );
}

const range = (from: number, to: number): number[] => Array.from({ length: to - from }, (_, k) => from + k);

export const isGenuine = ({ one, other }: Pair): boolean => one.set === other.set && one.finger === other.finger;
