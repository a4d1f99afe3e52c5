import {
  decodeTemplate,
  encodeTemplate,
  extract,
  ImageError,
  synthesize,
} from '../../../packages/fingerprint/src/index.ts';
import type { Image, View } from '../../../packages/fingerprint/src/index.ts';
import { findSets } from '../accuracy/dataset.ts';
import { readImage } from '../accuracy/image-file.ts';

/** One finger with several captures, as views of records. */
export interface Finger {
  readonly name: string;
  readonly captures: readonly View[];
  /** The image of the first capture, for attackers that make pictures. */
  readonly picture: Image;
}

/** The attackers learn on some fingers and are measured on others. */
export interface Population {
  readonly trained: readonly Finger[];
  readonly measured: readonly Finger[];
}

/** Captures of one enrollment, as the app takes them. */
const CAPTURES = 3;

export interface Sizes {
  readonly synthetic: { readonly trained: number; readonly measured: number };
  /** Per set of real captures. */
  readonly realFingers: number;
}

type Progress = (done: number, all: number) => void;

/** Every second real finger is for training. The synthetic fingers are not those of the engine's tests. */
export function population(data: string | undefined, sizes: Sizes, progress: Progress): Population {
  const jobs = [...syntheticJobs(sizes), ...realJobs(data, sizes.realFingers)];
  const out: { trained: Finger[]; measured: Finger[] } = { trained: [], measured: [] };
  for (const [k, job] of jobs.entries()) {
    const finger = captured(job.name, job.pictures, job.captures);
    if (finger !== undefined) out[job.part].push(finger);
    progress(k + 1, jobs.length);
  }
  return out;
}

interface FingerJob {
  readonly part: keyof Population;
  readonly name: string;
  /** As many as can be extracted, up to this many. */
  readonly captures: number;
  readonly pictures: readonly (() => Image)[];
}

const FIRST_SYNTHETIC = 5000;

function syntheticJobs({ synthetic }: Sizes): FingerJob[] {
  return Array.from({ length: synthetic.trained + synthetic.measured }, (_, k) => ({
    part: k < synthetic.trained ? 'trained' : 'measured',
    name: `synthetic ${FIRST_SYNTHETIC + k}`,
    captures: CAPTURES,
    pictures: Array.from(
      { length: CAPTURES },
      (_each, impression) => () => synthesize({ finger: FIRST_SYNTHETIC + k, impression }),
    ),
  }));
}

function realJobs(data: string | undefined, fingersPerSet: number): FingerJob[] {
  if (data === undefined) return [];
  return findSets(data).flatMap(({ name, dpi, prints }) => {
    const fingers = [...new Set(prints.map(({ finger }) => finger))].slice(0, fingersPerSet);
    return fingers.map((finger, k) => ({
      part: k % 2 === 0 ? ('trained' as const) : ('measured' as const),
      name: `${name} ${finger}`,
      captures: k % 2 === 0 ? CAPTURES : 2 * CAPTURES,
      pictures: prints
        .filter((print) => print.finger === finger)
        .map(
          ({ file }) =>
            () =>
              readImage(file, dpi),
        ),
    }));
  });
}

function captured(name: string, pictures: readonly (() => Image)[], wanted: number): Finger | undefined {
  const captures: View[] = [];
  let picture: Image | undefined;
  for (const take of pictures) {
    if (captures.length === wanted) break;
    const image = take();
    const view = recordedView(image);
    if (view === undefined) continue;
    captures.push(view);
    picture ??= image;
  }
  return picture === undefined || captures.length < CAPTURES ? undefined : { name, captures, picture };
}

/** The view of a picture after a record; undefined if it shows no finger. */
export function recordedView(image: Image): View | undefined {
  try {
    return decodeTemplate(encodeTemplate([extract(image)]))[0];
  } catch (error) {
    if (error instanceof ImageError) return undefined;
    throw error;
  }
}

/** Each measured finger is enrolled with three captures, and again with its next three if it has them. */
export function enrollments(fingers: readonly Finger[]): View[][] {
  return fingers.flatMap(({ captures }) =>
    Array.from({ length: Math.floor(captures.length / CAPTURES) }, (_, k) =>
      captures.slice(k * CAPTURES, (k + 1) * CAPTURES),
    ),
  );
}
