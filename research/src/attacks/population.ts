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

/** One finger with several touches of it, as a record keeps them. */
export interface Finger {
  readonly name: string;
  readonly touches: readonly View[];
  /** Of the first touch: an attacker that makes pictures starts from it. */
  readonly picture: Image;
}

/** The attackers learn on some fingers and are measured on others. */
export interface Population {
  readonly trained: readonly Finger[];
  readonly measured: readonly Finger[];
}

/** Captures of one enrollment, as the app takes them. */
export const TOUCHES = 3;

export interface Sizes {
  readonly synthetic: { readonly trained: number; readonly measured: number };
  /** Of each set of real prints. */
  readonly realFingers: number;
}

type Progress = (done: number, all: number) => void;

/** Every second real finger is for training. Numbers of synthetic fingers differ from those that the engine's own tests use. */
export function population(data: string | undefined, sizes: Sizes, progress: Progress): Population {
  const jobs = [...syntheticJobs(sizes), ...realJobs(data, sizes.realFingers)];
  const out: { trained: Finger[]; measured: Finger[] } = { trained: [], measured: [] };
  for (const [k, job] of jobs.entries()) {
    const finger = touched(job.name, job.pictures, job.touches);
    if (finger !== undefined) out[job.part].push(finger);
    progress(k + 1, jobs.length);
  }
  return out;
}

interface FingerJob {
  readonly part: keyof Population;
  readonly name: string;
  /** As many as can be extracted, up to this many. */
  readonly touches: number;
  readonly pictures: readonly (() => Image)[];
}

const FIRST_SYNTHETIC = 5000;

function syntheticJobs({ synthetic }: Sizes): FingerJob[] {
  return Array.from({ length: synthetic.trained + synthetic.measured }, (_, k) => ({
    part: k < synthetic.trained ? 'trained' : 'measured',
    name: `synthetic ${FIRST_SYNTHETIC + k}`,
    touches: TOUCHES,
    pictures: Array.from(
      { length: TOUCHES },
      (_each, impression) => () => synthesize({ finger: FIRST_SYNTHETIC + k, impression }),
    ),
  }));
}

function realJobs(data: string | undefined, fingersPerSet: number): FingerJob[] {
  if (data === undefined) return [];
  return findSets(data, new Map()).flatMap(({ name, dpi, prints }) => {
    const fingers = [...new Set(prints.map(({ finger }) => finger))].slice(0, fingersPerSet);
    return fingers.map((finger, k) => ({
      part: k % 2 === 0 ? ('trained' as const) : ('measured' as const),
      name: `${name} ${finger}`,
      touches: k % 2 === 0 ? TOUCHES : 2 * TOUCHES,
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

function touched(name: string, pictures: readonly (() => Image)[], wanted: number): Finger | undefined {
  const touches: View[] = [];
  let picture: Image | undefined;
  for (const take of pictures) {
    if (touches.length === wanted) break;
    const image = take();
    const view = recordedView(image);
    if (view === undefined) continue;
    touches.push(view);
    picture ??= image;
  }
  return picture === undefined || touches.length < TOUCHES ? undefined : { name, touches, picture };
}

/** What a picture becomes in a record; undefined where it shows no finger. */
export function recordedView(image: Image): View | undefined {
  try {
    return decodeTemplate(encodeTemplate([extract(image)]))[0];
  } catch (error) {
    if (error instanceof ImageError) return undefined;
    throw error;
  }
}

/** Each measured finger is enrolled with three touches, and with its next three again where it has them. */
export function enrollments(fingers: readonly Finger[]): View[][] {
  return fingers.flatMap(({ touches }) =>
    Array.from({ length: Math.floor(touches.length / TOUCHES) }, (_, k) =>
      touches.slice(k * TOUCHES, (k + 1) * TOUCHES),
    ),
  );
}
