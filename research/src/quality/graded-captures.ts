import { findSets } from '../accuracy/dataset.ts';
import { readImage } from '../accuracy/image-file.ts';
import { extractObserved } from '../../../packages/fingerprint/src/extract/index.ts';
import { SIGN_NAMES, type Signs } from '../../../packages/fingerprint/src/extract/signs.ts';
import { compare, decodeTemplate, encodeTemplate, type View } from '../../../packages/fingerprint/src/index.ts';

export interface GradedTouch {
  readonly finger: string;
  readonly signs: Signs;
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

/** Each touch of each set with its signs, and all pairs within its finger, from image through the record to the score. */
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
  let signs: Partial<Signs> = {};
  const seen = extractObserved(readImage(file, dpi), (stage, { data }) => {
    if (stage === 'signs') signs = Object.fromEntries(SIGN_NAMES.map((name, k) => [name, data[k]!]));
  });
  return { finger, signs: signs as Signs, view: decodeTemplate(encodeTemplate([seen]))[0]! };
}
