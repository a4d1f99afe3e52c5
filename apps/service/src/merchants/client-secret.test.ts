import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { hashSecret, newClientSecret, secretMatches } from './client-secret.ts';
import type { Client } from './merchant.ts';

const clientWith = (...secrets: string[]): Client => ({
  id: 'c_1',
  merchantId: 'm_1',
  scopes: [],
  secrets: secrets.map((secret, i) => ({ hash: hashSecret(secret), createdAt: -i })),
  revokedAt: null,
  createdAt: 0,
});

describe('a client secret', () => {
  it.each([
    ['test', 'authly_test_'],
    ['production', 'authly_live_'],
  ] as const)('of %s begins with %s and has 256 random bits', (environment, prefix) => {
    const secret = newClientSecret(environment);
    expect(secret.startsWith(prefix)).toBe(true);
    expect(Buffer.from(secret.slice(prefix.length), 'base64url')).toHaveLength(32);
    expect(newClientSecret(environment)).not.toBe(secret);
  });

  it('is stored as its SHA-256 in lowercase hex', () => {
    const secret = newClientSecret('test');
    expect(hashSecret(secret)).toBe(createHash('sha256').update(secret).digest('hex'));
    expect(hashSecret(secret)).toMatch(/^[0-9a-f]{64}$/);
  });

  it('matches while it is one of the two live ones', () => {
    const client = clientWith('new', 'old');
    expect(['new', 'old', 'older', ''].map((secret) => secretMatches(secret, client))).toEqual([
      true,
      true,
      false,
      false,
    ]);
    expect(secretMatches('only', clientWith('only'))).toBe(true);
  });

  it('a third secret in the store is ignored', () => {
    expect(secretMatches('third', clientWith('new', 'old', 'third'))).toBe(false);
  });

  it('matches nothing without a client, without secrets, or once the client is revoked', () => {
    expect(secretMatches('s', undefined)).toBe(false);
    expect(secretMatches('s', clientWith())).toBe(false);
    expect(secretMatches('s', { ...clientWith('s'), revokedAt: 1 })).toBe(false);
  });

  it('its stored hash is not accepted as a secret', () => {
    const client = clientWith('s');
    expect(secretMatches(client.secrets[0]!.hash, client)).toBe(false);
  });
});

it.each([
  'client-secret.ts',
  ...['mac', 'app-token', 'hosted-token', 'link-token'].map((name) => `../tokens/${name}.ts`),
])('%s compares only in constant time', (file) => {
  const source = readFileSync(new URL(file, import.meta.url), 'utf8');
  expect(source).toMatch(/timingSafeEqual\(|isSameText\(/);
  expect(source).not.toMatch(/\.equals\(|\.compare\(|(?:hash|mac|secret|token)\)? ===/i);
});
