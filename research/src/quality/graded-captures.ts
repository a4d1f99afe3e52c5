import { findSets } from '../accuracy/dataset.ts';
import { readImage } from '../accuracy/image-file.ts';
import { extractObserved } from '../../../packages/fingerprint/src/extract/index.ts';
import { MEASURE_NAMES, type Measures } from '../../../packages/fingerprint/src/extract/quality-measures.ts';
import { compare, decodeTemplate, encodeTemplate, type View } from '../../../packages/fingerprint/src/index.ts';

export interface GradedTouch {
  readonly finger: string;
  readonly measures: Measures;
  readonly view: View;
}

/** Two touches of one finger, and what comparing them comes to. */
export interface GradedPair {
  readonly one: GradedTouch;
  readonly other: GradedTouch;
  readonly score: number;
}

export interface GradedSet {
  readonly name: string;
  readonly touches: readonly GradedTouch[];
  readonly pairs: readonly GradedPair[];
}

/** Each touch of each set with its measures, and all pairs within its finger, from image through the record to the score. */
export function gradedSets(folder: string): GradedSet[] {
  return findSets(folder, new Map()).map(({ name, dpi, prints }) => {
    const touches = prints.map(({ file, finger }) => gradedTouch(finger, file, dpi));
    const pairs = touches.flatMap((one, k) =>
      touches
        .slice(k + 1)
        .filter((other) => other.finger === one.finger)
        .map((other) => ({ one, other, score: compare(one.view, other.view) })),
    );
    return { name, touches, pairs };
  });
}

function gradedTouch(finger: string, file: string, dpi: number): GradedTouch {
  let measures: Partial<Measures> = {};
  const seen = extractObserved(readImage(file, dpi), (stage, { data }) => {
    if (stage === 'measures') measures = Object.fromEntries(MEASURE_NAMES.map((name, k) => [name, data[k]!]));
  });
  return { finger, measures: measures as Measures, view: decodeTemplate(encodeTemplate([seen]))[0]! };
}
