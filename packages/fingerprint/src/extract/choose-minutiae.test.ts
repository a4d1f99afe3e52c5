import { expect, it } from 'vitest';
import { selectBest } from './choose-minutiae.ts';

const minutia = (x: number, quality: number) => ({ x, y: 0, angle: 0, bifurcation: false, quality, confirmed: true });

it('of too many minutiae the best are kept, in their order, and among equals those nearest to the middle', () => {
  const kept = (...qualities: number[]): number[] =>
    selectBest(
      qualities.map((quality, x) => minutia(x, quality)),
      3,
    ).map(({ x }) => x);
  expect(kept(50, 10, 80, 60)).toEqual([0, 2, 3]);
  expect(kept(...Array<number>(9).fill(40))).toEqual([3, 4, 5]);
  expect(kept(1, 2)).toEqual([0, 1]);
});
