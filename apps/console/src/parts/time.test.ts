import { expect, it } from 'vitest';
import { agoInWords, durationInWords } from './time.ts';

it.each([
  [0, '0 ms'],
  [999, '999 ms'],
  [1000, '1 s'],
  [4200, '4.2 s'],
  [42_400, '42 s'],
  [59_999, '60 s'],
  [60_000, '1 min'],
  [185_000, '3 min 5 s'],
  [3_600_000, '1 h'],
  [7_800_000, '2 h 10 min'],
])('a duration of %i ms is read as %s', (ms, words) => expect(durationInWords(ms)).toBe(words));

it.each([
  [-30, 'now'],
  [-5000, '5 seconds ago'],
  [-180_000, '3 minutes ago'],
  [8 * 86_400_000, 'in 8 days'],
])('%i ms from now is %s', (ms, words) => expect(agoInWords(1e12 + ms, 1e12)).toBe(words));
