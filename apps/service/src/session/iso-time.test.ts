import { expect, it } from 'vitest';
import { isoTime } from './iso-time.ts';

const DAY = 24 * 60 * 60 * 1000;
const NOW = Date.UTC(2026, 1, 28, 23, 59, 59, 999);

it.each([
  0,
  1,
  999,
  DAY - 1,
  DAY,
  NOW,
  NOW + 1,
  NOW,
  Date.UTC(2028, 1, 29, 1, 2, 3, 4),
  Date.UTC(9999, 11, 31, 23, 59, 59, 999),
  Date.UTC(10_000, 0),
  -1,
  1.5,
])('%s is written as a Date writes it', (instant) => {
  expect(isoTime(instant)).toBe(new Date(instant).toISOString());
});

it('what is no time throws, as a Date does', () => {
  expect(() => isoTime(Number.NaN)).toThrow(RangeError);
});
