import { findSets } from '../accuracy/dataset.ts';
import { readImage } from '../accuracy/image-file.ts';
import { extractObserved } from '../../../packages/fingerprint/src/extract/index.ts';
import { MEASURE_NAMES, type Measures } from '../../../packages/fingerprint/src/extract/quality-measures.ts';
import { compare, decodeTemplate, encodeTemplate, type View } from '../../../packages/fingerprint/src/index.ts';

export interface GradedCapture {
  readonly finger: string;
  readonly measures: Measures;
  readonly view: View;
}

/** Two captures of one finger and their score. */
interface GradedPair {
  readonly one: GradedCapture;
  readonly other: GradedCapture;
  readonly score: number;
}

export interface GradedSet {
  readonly name: string;
  readonly captures: readonly GradedCapture[];
  readonly pairs: readonly GradedPair[];
}

/** All captures of each set with their measures, and the scores of all pairs of one finger, through records. */
export function gradedSets(folder: string): GradedSet[] {
  return findSets(folder, new Map()).map(({ name, dpi, prints }) => {
    const captures = prints.map(({ file, finger }) => gradedCapture(finger, file, dpi));
    const pairs = captures.flatMap((one, k) =>
      captures
        .slice(k + 1)
        .filter((other) => other.finger === one.finger)
        .map((other) => ({ one, other, score: compare(one.view, other.view) })),
    );
    return { name, captures, pairs };
  });
}

function gradedCapture(finger: string, file: string, dpi: number): GradedCapture {
  let measures: Partial<Measures> = {};
  const seen = extractObserved(readImage(file, dpi), (stage, { data }) => {
    if (stage === 'measures') measures = Object.fromEntries(MEASURE_NAMES.map((name, k) => [name, data[k]!]));
  });
  return { finger, measures: measures as Measures, view: decodeTemplate(encodeTemplate([seen]))[0]! };
}
