import { createECDH, createPrivateKey, generateKeyPairSync } from 'node:crypto';
import VECTORS from '@authly/contract/sealing-vectors.json' with { type: 'json' };
import { describe, expect, it } from 'vitest';
import { sessionIn } from '../../test/sample-session.ts';
import { testSealing } from '../../test/test-sealing.ts';
import { acceptedEncKey, readEncKey } from '../capture/enc-key.ts';
import { fingerprint } from '../capture/fingerprint.ts';
import { readTokenReference, tokenReference, type SigningToken } from './signing-token.ts';
import { storedSealingKey, tokenSealingKey, type SealingKey } from './sealing-key.ts';

const { key_id: keyId, public_key: publicKey, private_key_hex: privateHex, context_secret_hex } = VECTORS.vectors[0]!;
const point = Buffer.from(publicKey, 'base64');
const secret = Buffer.from(context_secret_hex, 'hex');

/** The vectors' key pair, in the store and in a token. */
function keyInStore(): SealingKey {
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((each) => each.toString('base64url')) as [
    string,
    string,
  ];
  const d = Buffer.from(privateHex, 'hex').toString('base64url');
  const jwk = { kty: 'EC', crv: 'P-256', x, y, d };
  const pkcs8 = createPrivateKey({ key: jwk, format: 'jwk' }).export({ type: 'pkcs8', format: 'der' });
  return storedSealingKey(keyId, Buffer.concat([secret, pkcs8]));
}
function keyInToken(): SealingKey {
  const ecdh = createECDH('prime256v1');
  ecdh.setPrivateKey(privateHex, 'hex');
  const token = { derive: async (_: string, other: Uint8Array) => ecdh.computeSecret(other) } as Partial<SigningToken>;
  const spki = Buffer.concat([Buffer.from('3059301306072a8648ce3d020106082a8648ce3d030107034200', 'hex'), point]);
  return tokenSealingKey(token as SigningToken, readTokenReference(tokenReference(keyId, spki, secret))!);
}

describe.each([
  ['the store', keyInStore],
  ['a token', keyInToken],
])('a sealing key in %s', (_, make) => {
  it.each(VECTORS.vectors)(
    'opens the published vector of $finger',
    async ({ finger, context, features, enc_key: encKey, ...vector }) => {
      const key = make();
      expect([key.id, key.publicKey]).toEqual([keyId, publicKey]);
      const read = readEncKey(encKey)!;
      expect(read.keyId).toBe(keyId);
      const capture = { payload: { finger }, features, encKey: read, key, context };
      expect(acceptedEncKey(fingerprint, capture)).toBe(`${encKey}.${vector.mark}`);
      const template = await fingerprint.open(capture);
      expect(Buffer.from(template!).toString('base64')).toBe(vector.record_base64);
      const bytes = [vector.encapsulated_key_hex, vector.encrypted_key_hex].map((hex) => Buffer.from(hex, 'hex')) as [
        Buffer,
        Buffer,
      ];
      expect(Buffer.from((await key.open(...bytes, Buffer.from(vector.bound_text)))!).toString('hex')).toBe(
        vector.content_key_hex,
      );
      expect(await key.open(...bytes, Buffer.from(`${vector.bound_text}x`))).toBeUndefined();
      expect(
        await key.open(Buffer.concat([Buffer.of(4), Buffer.alloc(64, 1)]), bytes[1], Buffer.from(vector.bound_text)),
      ).toBeUndefined();
    },
  );
});

it('a key of another curve is refused', () => {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'secp256k1' });
  const pkcs8 = privateKey.export({ type: 'pkcs8', format: 'der' });
  expect(() => storedSealingKey(keyId, Buffer.concat([secret, pkcs8]))).toThrow(`${keyId} is not a key of P-256`);
});

describe('a context', () => {
  const key = keyInStore();
  const session = sessionIn('app_launched', { id: 'ses_1', merchantId: 'm_1', merchantUserRef: 'u_1' });
  const contexts = {
    enroll: key.contextOf('test', 'enroll', session),
    verify: key.contextOf('test', 'verify', session),
  };

  it('is 43 characters of base64url and deterministic', () => {
    for (const context of Object.values(contexts)) expect(context).toMatch(/^[\w-]{43}$/);
    expect(keyInToken().contextOf('test', 'verify', { ...session })).toBe(contexts.verify);
  });

  it('depends on merchant and user, for a probe also on the session', () => {
    const later = { ...session, id: 'ses_2' };
    expect(key.contextOf('test', 'enroll', later)).toBe(contexts.enroll);
    expect(key.contextOf('test', 'verify', later)).not.toBe(contexts.verify);
  });

  it('differs by environment, use, merchant and user, even if their concatenation is equal', () => {
    const all = [
      contexts.enroll,
      contexts.verify,
      key.contextOf('production', 'enroll', session),
      key.contextOf('test', 'enroll', { ...session, merchantId: 'm_2' }),
      key.contextOf('test', 'enroll', { ...session, merchantUserRef: 'u_2' }),
      key.contextOf('test', 'enroll', { ...session, merchantId: 'm_1u', merchantUserRef: '_1' }),
      key.contextOf('test', 'enroll', { ...session, merchantUserRef: 'u_1ses_1' }),
      key.contextOf('test', 'enroll', { ...session, merchantUserRef: '사용자' }),
    ];
    expect(new Set(all).size).toBe(all.length);
  });

  it('differs by key', async () => {
    const [one, two] = [await testSealing(session), await testSealing(session)];
    expect(one.seal.context).not.toBe(two.seal.context);
  });
});
