import { expect, it } from 'vitest';
import { backoff } from './backoff.ts';

const waits = { firstMs: 1000, maxMs: 10_000 };

it('waits double up to the longest', () => {
  expect([1, 2, 3, 4, 5, 9].map((failures) => backoff(failures, waits, 0.5))).toEqual([
    1000, 2000, 4000, 8000, 10_000, 10_000,
  ]);
});

it('are spread by a quarter either way', () => {
  expect([backoff(1, waits, 0), backoff(1, waits, 1)]).toEqual([750, 1250]);
});
