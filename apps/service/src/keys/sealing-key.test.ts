import { createECDH, type ECDH } from 'node:crypto';
import VECTORS from '@authly/contract/sealing-vectors.json' with { type: 'json' };
import { describe, expect, it } from 'vitest';
import { sessionIn } from '../../test/sample-session.ts';
import { testSealing } from '../../test/test-sealing.ts';
import { acceptedEncKey, readEncKey } from '../capture/enc-key.ts';
import { fingerprint } from '../capture/fingerprint.ts';
import type { Session } from '../session/session.ts';
import { readTokenReference, tokenReference, type SigningToken } from './signing-token.ts';
import { derivedKeyPair, openHpke, sealHpke } from './hpke.ts';
import { merchantSecrets, storedSealingKey, tokenSealingKey, type SealingKey } from './sealing-key.ts';

type Vector = Pick<(typeof VECTORS.vectors)[number], 'merchant_id'> & { readonly session_id?: string };
const { key_id: keyId, root_hex: rootHex } = VECTORS.vectors[0]!;

const secretsOf = (merchantId: string, root = Buffer.from(rootHex, 'hex')): Buffer =>
  merchantSecrets(root, 'test', merchantId);

/** The key of a vector's merchant, in the store and in a token. */
const keyInStore = ({ merchant_id: id } = VECTORS.vectors[0] as Vector): SealingKey =>
  storedSealingKey(keyId, secretsOf(id));
function keyInToken({ merchant_id: id } = VECTORS.vectors[0] as Vector): SealingKey {
  const secrets = secretsOf(id);
  const ecdh = createECDH('prime256v1');
  ecdh.setPrivateKey(secrets.subarray(0, 32));
  const token = { derive: async (_: string, other: Uint8Array) => ecdh.computeSecret(other) } as Partial<SigningToken>;
  const spki = Buffer.concat([
    Buffer.from('3059301306072a8648ce3d020106082a8648ce3d030107034200', 'hex'),
    ecdh.getPublicKey(),
  ]);
  const reference = readTokenReference(tokenReference(keyId, spki, secrets.subarray(32)))!;
  return tokenSealingKey(token as SigningToken, reference);
}

describe.each([
  ['the store', keyInStore],
  ['a token', keyInToken],
])('a sealing key in %s', (_, make) => {
  it.each(VECTORS.vectors)(
    'opens the published vector of $finger',
    async ({ finger, context, features, enc_key: encKey, ...vector }) => {
      const key = make(vector);
      expect([key.id, key.publicKey]).toEqual([keyId, vector.public_key]);
      const session = {
        merchantId: vector.merchant_id,
        merchantUserRef: vector.merchant_user_ref,
        id: vector.session_id,
      };
      expect(key.contextOf('test', vector.purpose as 'enroll', session as Session)).toBe(context);
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

it('DeriveKeyPair makes the key pairs of RFC 9180, appendix A.3.1', () => {
  const privateKeyOf = (material: string): string => derivedKeyPair(Buffer.from(material, 'hex')).getPrivateKey('hex');
  expect([
    privateKeyOf('668b37171f1072f3cf12ea8a236a45df23fc13b82af3609ad1e354f6ef817550'),
    privateKeyOf('4270e54ffd08d79d5928020af4686d8f6b7d35dbe470265f1f5aa22816ce860e'),
  ]).toEqual([
    'f3ce7fdae57e1a310d87f1ebbde6f328be0a99cdbcadf4d6589cf29de4b8ffd2',
    '4995788ef4b9d6132b249ce59a77281493eb39af373d236a1fe415cb0c2d7beb',
  ]);
});

it('what is sealed by HPKE opens with the key and the info that it was sealed for alone', async () => {
  const [pair, other] = [1, 2].map((byte) => derivedKeyPair(Buffer.alloc(32, byte))) as [ECDH, ECDH];
  const sealed = await sealHpke(pair.getPublicKey(), Buffer.from('secret'), Buffer.from('info'));
  const open = (key: ECDH, info: string) => {
    const encapsulated = sealed.subarray(0, 65);
    const agreement = { dh: key.computeSecret(encapsulated), encapsulated, publicKey: key.getPublicKey() };
    return openHpke(agreement, sealed.subarray(65), Buffer.from(info));
  };
  expect(await open(pair, 'info')).toEqual(new Uint8Array(Buffer.from('secret')));
  expect(await open(pair, 'other')).toBeUndefined();
  expect(await open(other, 'info')).toBeUndefined();
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
