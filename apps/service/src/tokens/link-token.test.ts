import { createSecretKey } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { isLinkToken, linkExpiry, linkToken, readLinkToken, type LinkClaim } from './link-token.ts';

const SECRET = createSecretKey(Buffer.alloc(32, 7));
const CLAIM: LinkClaim = {
  sessionId: `ses_${'0'.repeat(36)}`,
  via: 'qr',
  issuedAt: Date.UTC(2026, 0, 15, 9),
  isNext: false,
};
const TOKEN = linkToken(SECRET, CLAIM);

describe('a link token', () => {
  it.each([
    ['qr', false],
    ['button', false],
    ['button', true],
  ] as const)('contains its purpose: %s, next: %s', (via, isNext) => {
    const claim = { ...CLAIM, via, isNext };
    const token = linkToken(SECRET, claim);
    expect([readLinkToken(token), isLinkToken(SECRET, token)]).toEqual([claim, true]);
  });

  it('is valid for 30 s', () => {
    expect(linkExpiry(CLAIM)).toBe(CLAIM.issuedAt + 30_000);
  });

  it('fits into a small QR code, and into a URL without escaping', () => {
    expect(TOKEN.length).toBeLessThan(120);
    expect(encodeURIComponent(TOKEN)).toBe(TOKEN);
  });

  it('is valid only with its secret', () => {
    expect(isLinkToken(createSecretKey(Buffer.alloc(32, 8)), TOKEN)).toBe(false);
  });

  it('is invalid if any character was changed', () => {
    for (let i = 0; i < TOKEN.length; i++) {
      const changed = TOKEN.slice(0, i) + (TOKEN[i] === 'A' ? 'B' : 'A') + TOKEN.slice(i + 1);
      expect([i, isLinkToken(SECRET, changed)]).toEqual([i, false]);
    }
  });
});

describe('no link token', () => {
  it.each([
    '',
    '.',
    '...',
    'x.qr.1.m',
    `${CLAIM.sessionId}.nfc.1.m`,
    `${CLAIM.sessionId}.qr..m`,
    `${CLAIM.sessionId}.qr.-1.m`,
    `${CLAIM.sessionId}.qr.${'z'.repeat(11)}.m`,
    `${TOKEN}.x`,
    CLAIM.sessionId,
  ])('%j', (text) => {
    expect(readLinkToken(text)).toBeUndefined();
  });
});
