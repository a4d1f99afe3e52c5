import { synthesize, type Image, type View } from '../../../packages/fingerprint/src/index.ts';
import { findSets } from '../accuracy/dataset.ts';
import { readImage } from '../accuracy/image-file.ts';
import { recordedView } from '../attacks/population.ts';

export interface TouchedFinger {
  readonly touches: readonly View[];
  /** Of the first touch. */
  picture(): Image;
}

const FIRST_SYNTHETIC = 1000;

/** Real fingers with all their touches, and so many synthetic ones with three. */
export function touchedFingers(
  data: string | undefined,
  synthetic: number,
  progress: (done: number, all: number) => void,
): TouchedFinger[] {
  const jobs = [...realPictures(data), ...syntheticPictures(synthetic)];
  return jobs.flatMap((pictures, k) => {
    const seen = pictures.map((picture) => ({ picture, view: recordedView(picture()) }));
    const shown = seen.flatMap(({ picture, view }) => (view === undefined ? [] : [{ picture, view }]));
    progress(k + 1, jobs.length);
    return shown.length < 3 ? [] : [{ touches: shown.map(({ view }) => view), picture: shown[0]!.picture }];
  });
}

function realPictures(data: string | undefined): (() => Image)[][] {
  if (data === undefined) return [];
  return findSets(data, new Map()).flatMap(({ dpi, prints }) => {
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

function syntheticPictures(count: number): (() => Image)[][] {
  return Array.from({ length: count }, (_, k) =>
    [0, 1, 2].map((impression) => () => synthesize({ finger: FIRST_SYNTHETIC + k, impression })),
  );
}
