import { fromPhoto, synthesize, type Image, type View } from '../../../packages/fingerprint/src/index.ts';
import { photograph } from '../../../packages/fingerprint/test/photograph.ts';
import { findSets } from '../accuracy/dataset.ts';
import { readImage } from '../accuracy/image-file.ts';
import { recordedView } from '../attacks/population.ts';

export interface CapturedFinger {
  readonly captures: readonly View[];
}

type Progress = (done: number, all: number) => void;

const FIRST_SYNTHETIC = 1000;

/** Real fingers with all their captures, and synthetic ones with three each. */
export function capturedFingers(data: string | undefined, synthetic: number, progress: Progress): CapturedFinger[] {
  return read([...realImages(data), ...syntheticImages(synthetic)], progress);
}

/** Synthetic fingers, each photographed in one pose. */
export function photographedFingers(fingers: number, shots: number, progress: Progress): CapturedFinger[] {
  const images = (finger: number): (() => Image | undefined)[] =>
    Array.from({ length: shots }, (_, shot) => () => imageOfShot(FIRST_SYNTHETIC + finger, shot));
  return read(
    Array.from({ length: fingers }, (_, finger) => images(finger)),
    progress,
  );
}

function imageOfShot(finger: number, shot: number): Image | undefined {
  const reading = fromPhoto(photograph({ finger, shot }));
  return 'fault' in reading ? undefined : reading.image;
}

function read(fingers: readonly (readonly (() => Image | undefined)[])[], progress: Progress): CapturedFinger[] {
  return fingers.flatMap((images, k) => {
    const captures = images.flatMap((image) => viewOf(image()) ?? []);
    progress(k + 1, fingers.length);
    return captures.length < 3 ? [] : [{ captures }];
  });
}

const viewOf = (image: Image | undefined): View | undefined => image && recordedView(image);

function realImages(data: string | undefined): (() => Image)[][] {
  if (data === undefined) return [];
  return findSets(data).flatMap(({ dpi, prints }) => {
    const byFinger = Map.groupBy(prints, ({ finger }) => finger);
    return [...byFinger.values()].map((own) =>
      own.map(
        ({ file }) =>
          () =>
            readImage(file, dpi),
      ),
    );
  });
}

function syntheticImages(count: number): (() => Image)[][] {
  return Array.from({ length: count }, (_, k) =>
    [0, 1, 2].map((impression) => () => synthesize({ finger: FIRST_SYNTHETIC + k, impression })),
  );
}
