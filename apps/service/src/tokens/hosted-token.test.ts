import { createSecretKey, randomBytes, type KeyObject } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { sessionId } from '../session/session-id.ts';
import { hostedToken, isHostedToken, sessionOfHostedToken } from './hosted-token.ts';

const newSecret = (): KeyObject => createSecretKey(randomBytes(32));
const secret = newSecret();
const id = sessionId(1, randomBytes(16));
const otherId = sessionId(1, randomBytes(16));

describe('a hosted token', () => {
  it('is derived from secret and session', () => {
    expect(hostedToken(secret, id)).toBe(hostedToken(secret, id));
    expect(hostedToken(secret, id)).not.toBe(hostedToken(secret, otherId));
    expect(hostedToken(secret, id)).not.toBe(hostedToken(newSecret(), id));
  });

  it('needs no escaping in a fragment or a header, and has 256 bits', () => {
    const token = hostedToken(secret, id);
    expect(token).toMatch(/^[\w.-]+$/);
    expect(Buffer.from(token.slice(token.indexOf('.') + 1), 'base64url')).toHaveLength(32);
  });

  it('contains its session id', () => {
    expect(sessionOfHostedToken(hostedToken(secret, id))).toBe(id);
  });

  it.each(['', '.', 'x.y', id, `${id}x.y`, `.${id}`, 'x'.repeat(10_000)])('%j does not have its form', (text) => {
    expect(sessionOfHostedToken(text)).toBeUndefined();
  });

  it('is valid only for its session and its secret', () => {
    const token = hostedToken(secret, id);
    expect(isHostedToken(secret, id, token)).toBe(true);
    expect(isHostedToken(secret, otherId, token)).toBe(false);
    expect(isHostedToken(newSecret(), id, token)).toBe(false);
    expect(isHostedToken(secret, otherId, token.replace(id, otherId))).toBe(false);
  });

  it('is invalid if changed, truncated or extended', () => {
    const token = hostedToken(secret, id);
    for (const forged of [
      token.slice(0, -1),
      `${token}A`,
      `${token.slice(0, -2)}${token.endsWith('AA') ? 'BB' : 'AA'}`,
      `${id}.`,
      '',
      `${token}\u0000`,
      token.toUpperCase(),
    ])
      expect(isHostedToken(secret, id, forged)).toBe(false);
  });
});
