import { describe, expect, it } from 'vitest';
import type { RawMinutia } from './detect.ts';
import { selectBest } from './choose-minutiae.ts';

const minutia = (x: number, y: number, quality: number): RawMinutia => ({
  x,
  y,
  angle: 0,
  bifurcation: false,
  quality,
  confirmed: true,
});

describe('with more minutiae than a record should hold', () => {
  it('keeps the best, even if many have the lowest quality that fits', () => {
    const poor = Array.from({ length: 8 }, (_, k) => minutia(10 * k, 0, 30));
    const good = [minutia(5, 50, 90), minutia(25, 50, 60), minutia(45, 50, 31)];
    expect(selectBest([...poor, ...good], 5)).toEqual(expect.arrayContaining(good));
  });

  it('keeps those nearest to the middle among equals, in any reading order', () => {
    const row = Array.from({ length: 9 }, (_, k) => minutia(10 * k, 20, 40));
    const places = (minutiae: readonly RawMinutia[]): number[] => minutiae.map(({ x }) => x).sort((a, b) => a - b);
    expect(places(selectBest(row, 3))).toEqual([30, 40, 50]);
    expect(places(selectBest(row.toReversed(), 3))).toEqual([30, 40, 50]);
  });

  it('keeps their reading order', () => {
    const minutiae = [minutia(0, 0, 50), minutia(9, 0, 10), minutia(0, 9, 80), minutia(9, 9, 60)];
    expect(selectBest(minutiae, 3)).toEqual([minutiae[0], minutiae[2], minutiae[3]]);
  });
});

it('keeps all if they are few enough', () => {
  const minutiae = [minutia(0, 0, 1), minutia(9, 9, 2)];
  expect(selectBest(minutiae, 2)).toEqual(minutiae);
});
