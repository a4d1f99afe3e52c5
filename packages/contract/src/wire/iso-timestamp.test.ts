import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isIsoTimestamp, parseUtcTimestamp } from './iso-timestamp.ts';

const instants = fc.date({
  min: new Date('0000-01-01T00:00:00Z'),
  max: new Date('9999-12-31T23:59:59Z'),
  noInvalidDate: true,
});

describe('a timestamp on the wire', () => {
  it('accepts and reads back every ISO string of a Date', () => {
    fc.assert(
      fc.property(instants, (date) => {
        expect(isIsoTimestamp(date.toISOString())).toBe(true);
        expect(parseUtcTimestamp(date.toISOString())).toBe(date.getTime());
      }),
    );
  });

  it('refuses any other text, or reads a time', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        expect(Number.isNaN(parseUtcTimestamp(text) ?? 0)).toBe(false);
      }),
    );
  });

  it.each([
    '2026-02-29T00:00:00Z',
    '2026-13-01T00:00:00Z',
    '2026-01-31T24:00:00Z',
    '2026-01-31T23:59:60Z',
    '2026-01-31T09:15:00',
    '2026-01-31T09:15:00+24:00',
    '2026-01-31T09:15:00+09:60',
    '2026-01-31 09:15:00Z',
  ])('%s is none', (text) => {
    expect(parseUtcTimestamp(text)).toBeUndefined();
    expect(isIsoTimestamp(text)).toBe(false);
  });

  it('29 February exists in a leap year', () => {
    expect(parseUtcTimestamp('2028-02-29T00:00:00Z')).toBe(Date.UTC(2028, 1, 29));
  });

  it.each([
    '2026-01-31T18:15:00+09:00',
    '2026-01-31T18:15:00+0900',
    '2026-01-31T18:15:00-23:59',
    '2026-01-31T18:15:00+09',
    '2026-01-31T09:15Z',
    '2026-01-31T09:15:00,5Z',
  ])('%s will do in a body, and not in X-Service-Timestamp', (text) => {
    expect(isIsoTimestamp(text)).toBe(true);
    expect(parseUtcTimestamp(text)).toBeUndefined();
  });
});
