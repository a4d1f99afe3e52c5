import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isSessionId, sessionId, sessionIdTime } from './session-id.ts';

const instant = fc.integer({ min: 0, max: 2 ** 48 - 1 });
const random = fc.uint8Array({ minLength: 16, maxLength: 16 });

describe('a session id', () => {
  it('has the form ses_ and 36 characters that need no escaping', () => {
    fc.assert(
      fc.property(instant, random, (now, bytes) => {
        const id = sessionId(now, bytes);
        expect(id).toMatch(/^ses_[0-9a-z]{36}$/);
        expect(isSessionId(id)).toBe(true);
      }),
    );
  });

  it('is ordered in time as text, whatever its random part', () => {
    fc.assert(
      fc.property(instant, instant, random, random, (a, b, x, y) => {
        fc.pre(a !== b);
        expect(sessionId(a, x) < sessionId(b, y)).toBe(a < b);
      }),
      { numRuns: 500 },
    );
  });

  it('contains its creation time in milliseconds', () => {
    fc.assert(
      fc.property(instant, random, (now, bytes) => {
        expect(sessionIdTime(sessionId(now, bytes))).toBe(now);
      }),
    );
  });

  it('keeps all 128 random bits: ids of one millisecond differ whenever their random parts do', () => {
    fc.assert(
      fc.property(instant, random, fc.integer({ min: 0, max: 127 }), (now, bytes, bit) => {
        const flipped = bytes.with(bit >> 3, bytes[bit >> 3]! ^ (1 << (bit & 7)));
        expect(sessionId(now, flipped)).not.toBe(sessionId(now, bytes));
      }),
      { numRuns: 500 },
    );
  });

  it('needs enough random bytes', () => {
    expect(() => sessionId(0, new Uint8Array(15))).toThrow(/random/);
  });

  it.each([
    '',
    'ses_',
    'ses_x',
    `ses_${'0'.repeat(35)}`,
    `ses_${'0'.repeat(37)}`,
    `SES_${'0'.repeat(36)}`,
    `ses_${'0'.repeat(35)}i`,
    `ses_${'0'.repeat(35)}A`,
    `ses_${'0'.repeat(36)}\n`,
    ` ses_${'0'.repeat(36)}`,
    'x'.repeat(10_000),
  ])('is not %j', (text) => {
    expect(isSessionId(text)).toBe(false);
  });
});
