import { expect, it } from 'vitest';
import { lifeOf } from './certificate-life.ts';

const DAY_MS = 86_400_000;

it.each([
  // The days of its life, and the days that are left.
  [365, 22, false],
  [365, 20, true],
  [90, 19, false],
  [90, 17, true],
  [47, 15, false],
  [47, 9, true],
  [6, 2, false],
  [6, 1, true],
])('a certificate of %i days with %i days left is late: %s', (life, left, late) => {
  const until = Date.now() + left * DAY_MS;
  const { lateAt } = lifeOf({ validFromDate: new Date(until - life * DAY_MS), validToDate: new Date(until) });
  expect(Date.now() >= lateAt).toBe(late);
});
