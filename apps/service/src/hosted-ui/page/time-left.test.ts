import { describe, expect, it } from 'vitest';
import { processingDeadline } from '../../session/move.ts';
import { clockFace, clockOffset, PROCESSING_TAIL_MS, timeLeft } from './time-left.ts';

const EXPIRES_AT = '2026-01-15T09:10:00.000Z';
const NINE = Date.UTC(2026, 0, 15, 9, 0, 0);

describe('time left', () => {
  it('is counted by the server’s clock, however wrong this device’s is', () => {
    const deviceNow = NINE - 3_600_000;
    const offset = clockOffset('Thu, 15 Jan 2026 09:00:00 GMT', deviceNow)!;
    expect(clockFace(timeLeft(EXPIRES_AT, deviceNow, offset))).toBe('09:59');
  });

  it('never promises more than there is: the header leaves out what is less than a second', () => {
    for (const part of [0, 1, 500, 999]) {
      const header = new Date(NINE + part).toUTCString();
      expect(timeLeft(EXPIRES_AT, NINE + part, clockOffset(header, NINE + part)!)).toBeLessThanOrEqual(600_000 - part);
    }
  });

  it('ends at zero and stays there', () => {
    expect(timeLeft(EXPIRES_AT, NINE + 600_000, 0)).toBe(0);
    expect(timeLeft(EXPIRES_AT, NINE + 900_000, 0)).toBe(0);
  });

  it.each([null, '', 'yesterday'])('a Date header of %s says nothing', (header) => {
    expect(clockOffset(header, NINE)).toBeUndefined();
  });

  it.each([
    [0, '00:00'],
    [1, '00:01'],
    [59_000, '00:59'],
    [60_000, '01:00'],
    [599_001, '10:00'],
    [1_800_000, '30:00'],
  ])('%i ms is %s', (ms, face) => {
    expect(clockFace(ms)).toBe(face);
  });

  it('the tail after expires_at is the longest processing deadline that an operator can grant', () => {
    expect(PROCESSING_TAIL_MS).toBe(processingDeadline(0, { timeoutMs: 30_000, retries: 5 }));
  });
});
