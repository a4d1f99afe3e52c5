import { createHash, createSecretKey } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { appToken, hashAppToken, isAppToken } from './app-token.ts';

const SECRET = createSecretKey(Buffer.alloc(32, 7));
const NONCE = 'n'.repeat(16);

describe('an app token', () => {
  it('has 256 bits', () => {
    for (const token of [appToken(SECRET, 'link', undefined), appToken(SECRET, 'link', NONCE)])
      expect(Buffer.from(token, 'base64url')).toHaveLength(32);
  });

  it('without a nonce is random', () => {
    expect(appToken(SECRET, 'link', undefined)).not.toBe(appToken(SECRET, 'link', undefined));
  });

  it('with the same link token and nonce is the same', () => {
    expect(appToken(SECRET, 'link', NONCE)).toBe(appToken(SECRET, 'link', NONCE));
  });

  it('differs by secret, link token and nonce, even if their concatenation is equal', () => {
    const tokens = [
      appToken(SECRET, 'link', NONCE),
      appToken(createSecretKey(Buffer.alloc(32, 8)), 'link', NONCE),
      appToken(SECRET, 'link2', NONCE),
      appToken(SECRET, 'link', `2${NONCE}`),
      appToken(SECRET, 'lin', `k${NONCE}`),
    ];
    expect(new Set(tokens).size).toBe(tokens.length);
  });

  it('is stored as SHA-256, which only the token matches', () => {
    const token = appToken(SECRET, 'link', NONCE);
    const hash = hashAppToken(token);
    expect(hash).toBe(createHash('sha256').update(token).digest('hex'));
    expect([
      isAppToken(token, hash),
      isAppToken(`${token}x`, hash),
      isAppToken('', hash),
      isAppToken(hash, hash),
    ]).toEqual([true, false, false, false]);
  });
});
