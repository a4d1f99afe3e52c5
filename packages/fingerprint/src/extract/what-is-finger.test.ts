import { describe, expect, it } from 'vitest';
import { dry, faded, onPlate, wet } from '../../test/changed-image.ts';
import { randomFrom, touch } from '../../test/finger-touches.ts';
import { syntheticImage } from '../../test/synthetic-records.ts';
import { compare, extract, THRESHOLD, type Image, type View } from '../index.ts';

const finger = syntheticImage(2, 0);
const clear = touch(2, 0);

const matchesItself = (image: Image): number => compare(extract(image), touch(2, 1));

/** Part of the minutiae of the clear touch that another view of the same picture shows too. */
const kept = ({ minutiae }: View): number =>
  clear.minutiae.filter(({ x, y }) => minutiae.some((other) => Math.hypot(other.x - x, other.y - y) < 5)).length /
  clear.minutiae.length;

describe('the edge of the glass is no finger', () => {
  it.each([
    ['wide', 8, 60],
    ['narrow, with the finger up to the edge', 70, 90],
  ])('a plate that is %s: no minutia lies on its edge or beyond', (_, inset, corner) => {
    const { image, toEdge } = onPlate(finger, inset, corner);
    expect(extract(image).minutiae.filter(({ x, y }) => toEdge(x, y) < 6)).toEqual([]);
  });

  it('the finger on it is read as without it', () => {
    const view = extract(onPlate(finger, 8, 60).image);
    expect(kept(view)).toBeGreaterThan(0.9);
    expect(compare(view, touch(2, 1))).toBeGreaterThan(THRESHOLD);
  });
});

describe('faint skin is finger', () => {
  it.each([0.5, 0.2, 0.1, 0.06])('of a touch with %f of its contrast nearly all is kept', (share) => {
    const view = extract(faded(finger, share));
    expect(kept(view)).toBeGreaterThan(0.85);
    expect(compare(view, touch(2, 1))).toBeGreaterThan(THRESHOLD);
  });

  it('a touch that fades from one side to the other is kept on both', () => {
    const view = extract(faded(finger, 1, 0.1));
    expect(kept(view)).toBeGreaterThan(0.85);
  });
});

describe('wet and dry skin', () => {
  it('a wet touch matches', () => {
    expect(matchesItself(wet(finger))).toBeGreaterThan(THRESHOLD);
  });

  it('a dry touch matches, and has no crowd of false minutiae', () => {
    const image = dry(finger, randomFrom(1));
    expect(matchesItself(image)).toBeGreaterThan(THRESHOLD);
    expect(extract(image).minutiae.length).toBeLessThan(1.3 * clear.minutiae.length);
  });
});
