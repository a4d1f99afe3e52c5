import type { Pool } from '../accuracy/pool.ts';
import { showProgress } from '../prints.ts';
import type { PhotoFile } from './dataset.ts';
import type { PhotoDecoder } from './decode.ts';
import type { Compared, Job, Read } from './worker.ts';

/** Factors for the found scale; the first changes nothing. */
export const SCALES = [1, 0.8, 0.9, 1.1, 1.2] as const;

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
  const swept = new Set(firstOfEachFinger(files.filter(({ isCapture }) => !isCapture)));
  for (let start = 0; start < files.length; start += BATCH) {
    const batch = files.slice(start, start + BATCH);
    const jobs: Job[] = [];
    for (const each of batch) {
      const scales = swept.has(each) ? SCALES : SCALES.slice(0, 1);
      jobs.push({ kind: 'read', photo: await decoder.decode(each.file), isCapture: each.isCapture, scales });
    }
    const done = (await pool.run(jobs)) as Read[];
    read.push(...batch.map((file, k) => ({ ...file, ...done[k]! })));
    showProgress(`read ${read.length} of ${files.length}`, read.length === files.length);
  }
  return read;
}

const BATCH = 16;

function firstOfEachFinger<File extends PhotoFile>(files: readonly File[]): File[] {
  return [...Map.groupBy(files, ({ set, finger }) => `${set} ${finger}`).values()].map(([first]) => first!);
}

const known = (photos: readonly ReadPhoto[]): ReadPhoto[] =>
  photos.filter(({ finger, records }) => finger !== undefined && records[0] !== undefined);

/** All pairs of photos that were read, each once. */
export async function compareAll(photos: readonly ReadPhoto[], pool: PhotoPool): Promise<Pair[]> {
  const usable = known(photos);
  await pool.tellAll({ kind: 'hold', records: usable.map(({ records }) => records[0]) });
  const jobs = usable.map((_, probe): Job => ({ kind: 'compare', probe, candidates: range(probe + 1, usable.length) }));
  const scores = (await pool.run(jobs, (done) =>
    showProgress(`compared ${done} of ${jobs.length}`, done === jobs.length),
  )) as Compared[][];
  return scores.flatMap((row, probe) =>
    row.map((compared, k) => ({ one: usable[probe]!, other: usable[probe + 1 + k]!, ...compared })),
  );
}

/** The first photo of each finger at a wrong scale, against one photo of every finger at the right one. */
export async function compareAtScale(photos: readonly ReadPhoto[], scale: number, pool: PhotoPool): Promise<Pair[]> {
  const at = SCALES.indexOf(scale as (typeof SCALES)[number]);
  const usable = known(photos).filter(({ isCapture }) => !isCapture);
  const probes = usable.filter(({ records }) => records.length > 1 && records[at] !== undefined);
  const candidates = firstOfEachFinger(usable.filter((each) => !probes.includes(each)));
  await pool.tellAll({
    kind: 'hold',
    records: [...probes.map(({ records }) => records[at]), ...candidates.map(({ records }) => records[0])],
  });
  const all = range(probes.length, probes.length + candidates.length);
  const jobs = probes.map((_, probe): Job => ({ kind: 'compare', probe, candidates: all }));
  const scores = (await pool.run(jobs, (done) =>
    showProgress(`compared at ${scale} of the scale: ${done} of ${jobs.length}`, done === jobs.length),
  )) as Compared[][];
  return scores.flatMap((row, probe) =>
    row.map((compared, k) => ({ one: probes[probe]!, other: candidates[k]!, ...compared })),
  );
}

const range = (from: number, to: number): number[] => Array.from({ length: to - from }, (_, k) => from + k);

export const isGenuine = ({ one, other }: Pair): boolean => one.set === other.set && one.finger === other.finger;
