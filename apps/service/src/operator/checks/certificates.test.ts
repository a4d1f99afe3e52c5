import { expect, it } from 'vitest';
import { isLate } from './certificates.ts';

const DAY_MS = 86_400_000;

it.each([
  // Days of its life, days that are left.
  [365, 22, false],
  [365, 20, true],
  [90, 19, false],
  [90, 17, true],
  [47, 15, false],
  [47, 9, true],
  [6, 2, false],
  [6, 1, true],
])('a certificate of %i days is renewed in time with %i days left, or not: %s', (life, left, late) => {
  const until = Date.now() + left * DAY_MS;
  expect(isLate({ from: until - life * DAY_MS, until })).toBe(late);
});
