import { describe, expect, it } from 'vitest';
import { capturedAt } from './capture.ts';

const CLAIMED = Date.UTC(2026, 0, 15, 9, 0, 0);
const NOW = CLAIMED + 60_000;
const told = (reported: string | undefined): string => capturedAt(reported, CLAIMED, NOW);

describe("captured_at is the app's own value, in UTC with Z, between claim and now", () => {
  it.each([
    ['2026-01-15T09:00:30Z', '2026-01-15T09:00:30.000Z'],
    ['2026-01-15T09:00:30.5Z', '2026-01-15T09:00:30.500Z'],
    ['2026-01-15T18:00:30+09:00', '2026-01-15T09:00:30.000Z'],
    ['2026-01-15T04:00:30.123456-05:00', '2026-01-15T09:00:30.123Z'],
    ['2026-01-15T09:00:00Z', '2026-01-15T09:00:00.000Z'],
    ['2026-01-15T09:01:00Z', '2026-01-15T09:01:00.000Z'],
  ])('%s', (reported, expected) => {
    expect(told(reported)).toBe(expected);
  });
});

describe("captured_at is the callback's time", () => {
  it.each([
    ['none was reported', undefined],
    ['it lies before the claim', '2026-01-15T08:59:59.999Z'],
    ['it lies in the future', '2026-01-15T09:01:00.001Z'],
    ['it names no time zone', '2026-01-15T09:00:30'],
    ['it is only a date', '2026-01-15'],
    ['it is no date', '2026-13-15T09:00:30Z'],
    ['it is another notation', 'Thu, 15 Jan 2026 09:00:30 GMT'],
    ['it is a number', String(CLAIMED + 30_000)],
    ['it is empty', ''],
  ])('when %s', (_, reported) => {
    expect(told(reported)).toBe('2026-01-15T09:01:00.000Z');
  });
});
