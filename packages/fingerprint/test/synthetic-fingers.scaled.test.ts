import { describe, expect, it } from 'vitest';
import { allOrSome } from '../../../test/kind.ts';
import { compare, readProbe, THRESHOLD, type View } from '../src/index.ts';
import { syntheticRecord } from './synthetic-records.ts';

/** 1,540 pairs of different fingers. */
const FINGERS = allOrSome(56, 16);

/** The inspection of the service reads them. */
const captures = (impression: number): View[] =>
  Array.from({ length: FINGERS }, (_, finger) => readProbe(syntheticRecord(finger, impression))[0]!);

// Takes longer than other tests on a busy machine.
describe(`${FINGERS} synthetic fingers, through their records`, { timeout: 180_000 }, () => {
  const enrolled = captures(0);

  it('at least 95 % of the impressions match their finger', () => {
    const matches = captures(1).filter((capture, finger) => compare(capture, enrolled[finger]!) >= THRESHOLD);
    expect(matches.length / FINGERS).toBeGreaterThanOrEqual(0.95);
  });

  it('no finger matches another', () => {
    const found = enrolled.flatMap((one, k) =>
      enrolled.slice(k + 1).flatMap((other, l) => {
        const score = compare(one, other);
        return score >= THRESHOLD ? [`${k} and ${k + 1 + l}: ${score.toFixed(1)}`] : [];
      }),
    );
    expect(found).toEqual([]);
  });
});
