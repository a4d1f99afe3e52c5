import { describe, expect, it } from 'vitest';
import type { Mark } from './detect.ts';
import { selectBest } from './select.ts';

const mark = (x: number, y: number, quality: number): Mark => ({ x, y, angle: 0, fork: false, quality });

describe('of more minutiae than a record should hold', () => {
  it('the best stay, also where many share the lowest quality that still fits', () => {
    const poor = Array.from({ length: 8 }, (_, k) => mark(10 * k, 0, 30));
    const good = [mark(5, 50, 90), mark(25, 50, 60), mark(45, 50, 31)];
    expect(selectBest([...poor, ...good], 5)).toEqual(expect.arrayContaining(good));
  });

  it('of equally good ones those nearest to the middle stay, wherever reading begins', () => {
    const row = Array.from({ length: 9 }, (_, k) => mark(10 * k, 20, 40));
    const places = (marks: readonly Mark[]): number[] => marks.map(({ x }) => x).sort((a, b) => a - b);
    expect(places(selectBest(row, 3))).toEqual([30, 40, 50]);
    expect(places(selectBest(row.toReversed(), 3))).toEqual([30, 40, 50]);
  });

  it('they keep their reading order', () => {
    const marks = [mark(0, 0, 50), mark(9, 0, 10), mark(0, 9, 80), mark(9, 9, 60)];
    expect(selectBest(marks, 3)).toEqual([marks[0], marks[2], marks[3]]);
  });
});

it('all stay when there are few enough', () => {
  const marks = [mark(0, 0, 1), mark(9, 9, 2)];
  expect(selectBest(marks, 2)).toEqual(marks);
});
