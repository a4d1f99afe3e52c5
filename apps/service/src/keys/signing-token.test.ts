import { generateKeyPairSync } from 'node:crypto';
import { expect, it } from 'vitest';
import { keptIn, readTokenReference, tokenReference } from './signing-token.ts';

const { publicKey } = generateKeyPairSync('ed25519', {
  publicKeyEncoding: { type: 'spki', format: 'der' },
  privateKeyEncoding: { type: 'pkcs8', format: 'der' },
});

it('reads a reference to a key in a token as it was written', () => {
  expect(readTokenReference(tokenReference('sig_1', publicKey))).toEqual({
    kept: 'pkcs11',
    object: 'sig_1',
    public_key: publicKey.toString('base64'),
  });
});

it('a random secret is not a reference, whatever its first byte', () => {
  for (let first = 0; first < 256; first++) {
    const secret = Buffer.alloc(32, 0x41);
    secret[0] = first;
    expect(readTokenReference(secret)).toBeUndefined();
    expect(keptIn(secret)).toBe('store');
  }
});
