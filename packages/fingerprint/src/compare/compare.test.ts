import { beforeAll, describe, expect, it } from 'vitest';
import { compare, decodeTemplate, encodeTemplate, extract, THRESHOLD, type View } from '../index.ts';
import { cut, moved } from '../../test/changed-image.ts';
import { captureOf } from '../../test/finger-captures.ts';
import type { FullEvidence } from './evidence.ts';
import { combineViews, toScore } from './score.ts';
import { syntheticImage } from '../../test/synthetic-records.ts';

const finger = syntheticImage(3, 0);
let view: View;
let again: View;
let otherFinger: View;

beforeAll(() => {
  view = extract(finger);
  again = extract(syntheticImage(3, 1));
  otherFinger = captureOf(4);
});

describe('a comparison is', () => {
  it('a match for two captures of one finger, and none for two fingers', () => {
    expect(compare(view, again)).toBeGreaterThanOrEqual(THRESHOLD);
    expect(compare(view, otherFinger)).toBeLessThan(THRESHOLD);
  });

  it('symmetric', () => {
    expect(compare(view, again)).toBe(compare(again, view));
    expect(compare(view, otherFinger)).toBe(compare(otherFinger, view));
  });

  it('symmetric for two views with minutiae at the same positions', () => {
    const turned = view.minutiae.map((minutia, k) =>
      k % 3 > 0 ? minutia : { ...minutia, direction: (minutia.direction + 0.5 + 0.1 * (k % 7)) % (2 * Math.PI) },
    );
    const other = { ...view, minutiae: turned };
    expect(compare(view, other)).toBe(compare(other, view));
  });

  it.each([10, 45, 90, 135, 180, 233, 270, 350])('tolerant of a turn by %i degrees', (degrees) => {
    expect(compare(view, extract(moved(finger, (degrees * Math.PI) / 180, 0, 0)))).toBeGreaterThanOrEqual(THRESHOLD);
  });

  it('tolerant of a shift', () => {
    expect(compare(view, extract(moved(finger, 0, 25, -28)))).toBeGreaterThanOrEqual(THRESHOLD);
  });

  it('tolerant of a missing part of the finger', () => {
    const half = cut(finger, 0, 0, finger.width, Math.round(finger.height * 0.6));
    expect(compare(view, extract(half))).toBeGreaterThanOrEqual(THRESHOLD);
  });

  it('possible for a finger that is too large for the ridge map of a record', () => {
    const large = (impression: number): View => extract({ ...syntheticImage(3, impression), dpi: 270 });
    const views = [large(0), large(1)] as const;
    expect(views[0].extended!.length).toBeLessThanOrEqual(16_384);
    expect(
      compare(decodeTemplate(encodeTemplate([views[0]])), decodeTemplate(encodeTemplate([views[1]]))),
    ).toBeGreaterThanOrEqual(THRESHOLD);
  });

  it('the same for decoded records, within their rounding', () => {
    const direct = compare(view, again);
    const stored = compare(decodeTemplate(encodeTemplate([view])), decodeTemplate(encodeTemplate([again])));
    expect(stored).toBeGreaterThanOrEqual(THRESHOLD);
    expect(Math.abs(stored - direct)).toBeLessThan(0.15 * direct);
  });
});

describe('records of other makers, with minutiae alone, match', () => {
  const bare = ({ width, height, dpi, quality, minutiae }: View): View => ({ width, height, dpi, quality, minutiae });

  it('each other', () => {
    expect(compare(bare(view), bare(again))).toBeGreaterThanOrEqual(THRESHOLD);
    expect(compare(bare(view), bare(otherFinger))).toBeLessThan(THRESHOLD);
  });

  it('records of this engine', () => {
    expect(compare(view, bare(again))).toBeGreaterThanOrEqual(THRESHOLD);
    expect(compare(bare(view), otherFinger)).toBeLessThan(THRESHOLD);
  });

  it('records at another resolution', () => {
    const scale = 1000 / 500;
    const fine = {
      ...bare(again),
      dpi: 1000,
      minutiae: again.minutiae.map((minutia) => ({ ...minutia, x: minutia.x * scale, y: minutia.y * scale })),
    };
    expect(compare(view, fine)).toBeGreaterThanOrEqual(THRESHOLD);
  });

  it('despite a damaged vendor block or one of another vendor', () => {
    for (const extended of [
      new Uint8Array(0),
      new Uint8Array([9, 9, 9]),
      new Uint8Array(4000).fill(255),
      view.extended!.slice(0, -1),
    ]) {
      expect(compare({ ...view, extended }, again)).toBeGreaterThanOrEqual(THRESHOLD);
    }
  });
});

describe('a match is not reached', () => {
  it('by minutiae alone with too few pairs of similar neighborhoods', () => {
    const evidence = { pairs: 8, count: 9, sum: 3, similarity: 0.28, kinds: 1, share: 0.6 };
    expect(toScore(evidence, 10)).toBeGreaterThanOrEqual(THRESHOLD);
    expect(toScore({ ...evidence, similarity: 0.27 }, 10)).toBeLessThan(THRESHOLD);
    expect(toScore({ ...evidence, pairs: 7, count: 20 }, 10)).toBeLessThan(THRESHOLD);
  });

  it('by too few pairs with agreeing ridges, or by pairs whose ridge directions disagree', () => {
    const evidence = { pairs: 6, count: 7, sum: 3, similarity: 0.4, kinds: 1, share: 0.5, flow: 0.85 };
    const score = (changed: Partial<FullEvidence>): number =>
      toScore({ ...evidence, unshifted: 0.2, predicted: 0.3, joined: 0.34, clear: 0.4, ...changed }, 10);
    expect(score({})).toBeGreaterThanOrEqual(THRESHOLD);
    expect(score({ joined: 0.33 })).toBeLessThan(THRESHOLD);
    // High stated qualities must not count as more pairs.
    expect(score({ pairs: 5, count: 20 })).toBeLessThan(THRESHOLD);
    expect(score({ pairs: 20, count: 20, joined: 0.11 })).toBeGreaterThanOrEqual(THRESHOLD);
    expect(score({ flow: 0.54 })).toBeLessThan(THRESHOLD);
  });

  it('by the right minutiae on the ridges of another finger', () => {
    expect(compare(view, { ...again, extended: otherFinger.extended! })).toBeLessThan(THRESHOLD);
  });

  it('by the right minutiae in one corner only', () => {
    const { extended: _, ...bare } = again;
    const corner = (one: View, inside: boolean): View['minutiae'] =>
      one.minutiae.filter(({ x, y }) => x + y < (one.width + one.height) / 2 === inside);
    const forged = { ...bare, minutiae: [...corner(again, true).slice(0, 10), ...corner(otherFinger, false)] };
    expect(compare(forged, view)).toBeLessThan(THRESHOLD);
  });
});

describe('several views of one finger', () => {
  it('give another finger no more chances: ten pairs of views cost ten points', () => {
    expect(combineViews([45, 12, 3], 10)).toBe(35);
    expect(combineViews([45], 1)).toBe(45);
  });

  it('give one score', () => {
    const third = captureOf(3, 2);
    expect(compare(again, [view, third])).toBeGreaterThanOrEqual(THRESHOLD);
    expect(compare(otherFinger, [view, third])).toBeLessThan(THRESHOLD);
  });

  it('match nothing if there is none, or one without minutiae', () => {
    expect(compare([], view)).toBe(0);
    expect(compare({ ...view, minutiae: [] }, view)).toBe(0);
    expect(compare({ ...view, minutiae: view.minutiae.slice(0, 1) }, view)).toBeLessThan(THRESHOLD);
  });
});
