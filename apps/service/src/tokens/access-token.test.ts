import { createHmac, generateKeyPairSync, sign } from 'node:crypto';
import { SCOPES } from '@authly/contract/wire/scopes';
import { AccessTokenClaims } from '@authly/contract/schemas/access-token';
import { decodeJwt, decodeProtectedHeader, UnsecuredJWT } from 'jose';
import { Compile } from 'typebox/schema';
import { beforeEach, describe, expect, it } from 'vitest';
import { masterKeyOf, MemoryKeys } from '../../test/memory-keys.ts';
import { TestClock } from '../../test/test-clock.ts';
import type { Environment } from '../runtime/environment.ts';
import { AccessTokens, type Caller } from './access-token.ts';
import { KeyRing } from '../keys/key-ring.ts';
import type { KeySigner } from '../keys/key-signer.ts';
import { newKey } from '../keys/new-key.ts';
import { scheduleRotation } from '../keys/rotation.ts';

const master = masterKeyOf(1);
const caller: Caller = { merchantId: 'm_1', clientId: 'c_1', scopes: SCOPES };

let store: MemoryKeys;
let clock: TestClock;
let keys: KeyRing;
let tokens: AccessTokens;
beforeEach(async () => {
  store = new MemoryKeys();
  clock = new TestClock();
  ({ keys, tokens } = await service('test'));
});

async function service(environment: Environment, source = store): Promise<{ keys: KeyRing; tokens: AccessTokens }> {
  const ring = new KeyRing({ source, master, environment, clock });
  await ring.prepare();
  return { keys: ring, tokens: new AccessTokens({ keys: ring, clock, environment }) };
}

/** A token with a valid signature and changed claims or header. */
async function bent(claims: Record<string, unknown>, header: Record<string, unknown> = {}): Promise<string> {
  const signer = await keys.signer('access-token');
  const ours = decodeJwt(await tokens.issue(caller));
  return signedBy(signer.sign, { alg: 'EdDSA', kid: signer.id, typ: 'JWT', ...header }, { ...ours, ...claims });
}

const base64url = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');

async function signedBy(sign: KeySigner['sign'], header: object, claims: object): Promise<string> {
  const text = `${base64url(header)}.${base64url(claims)}`;
  return `${text}.${(await sign(Buffer.from(text))).toString('base64url')}`;
}

describe('an access token', () => {
  it('has exactly the claims of the contract', async () => {
    const claims = decodeJwt(await tokens.issue({ ...caller, scopes: ['result:read', 'session:cancel'] }));
    const iat = Math.floor(clock.now() / 1000);
    expect(claims).toEqual({
      iss: 'authly-test',
      sub: 'm_1',
      aud: 'authly-api',
      iat,
      exp: iat + 600,
      jti: expect.stringMatching(/^[0-9a-f-]{36}$/) as string,
      merchant_id: 'm_1',
      client_id: 'c_1',
      scope: 'result:read session:cancel',
    });
    expect(Compile(AccessTokenClaims).Check(claims)).toBe(true);
  });

  it('is signed with EdDSA by the access-token key that its header names', async () => {
    const { id } = await keys.signer('access-token');
    expect(decodeProtectedHeader(await tokens.issue(caller))).toEqual({ alg: 'EdDSA', kid: id, typ: 'JWT' });
    expect((await keys.published()).keys.map(({ key_id: published }) => published)).not.toContain(id);
  });

  it('has a unique id', async () => {
    const ids = await Promise.all(Array.from({ length: 50 }, async () => decodeJwt(await tokens.issue(caller)).jti));
    expect(new Set(ids).size).toBe(50);
  });

  it('is valid until its expiry and not a millisecond longer, cached or not', async () => {
    const token = await tokens.issue(caller);
    expect(await tokens.verify(token)).toEqual(caller);
    clock.move(599_999);
    expect(await tokens.verify(token)).toEqual(caller);
    expect(await (await service('test')).tokens.verify(token)).toEqual(caller);
    clock.move(1);
    expect(await tokens.verify(token)).toBeUndefined();
    expect(await (await service('test')).tokens.verify(token)).toBeUndefined();
  });
});

describe('a token is rejected', () => {
  it('when a claim is missing, or issuer, audience or time is wrong', async () => {
    const past = Math.floor(clock.now() / 1000) - 1;
    for (const claims of [
      { iss: 'authly-production' },
      { iss: undefined },
      { aud: 'other' },
      { aud: undefined },
      { exp: past },
      { exp: undefined },
      { merchant_id: undefined },
      { client_id: undefined },
      { scope: undefined },
      { sub: undefined },
      { jti: undefined },
    ]) {
      expect(await tokens.verify(await bent(claims))).toBeUndefined();
    }
    expect(await tokens.verify(await bent({}))).toEqual(caller);
  });

  it('when its header has no key, an unknown one, or a key of another purpose', async () => {
    const { id } = await keys.signer('bio-signing');
    for (const kid of [undefined, '', 'tok_unknown', id])
      expect(await tokens.verify(await bent({}, { kid }))).toBeUndefined();
    expect(await tokens.verify(await bent({}, { typ: 'at+jwt' }))).toBeUndefined();
  });

  it('with algorithm none', async () => {
    const claims = decodeJwt(await tokens.issue(caller));
    expect(await tokens.verify(new UnsecuredJWT(claims).encode())).toBeUndefined();
    const { id } = await keys.signer('access-token');
    expect(
      await tokens.verify(`${base64url({ alg: 'none', kid: id, typ: 'JWT' })}.${base64url(claims)}.`),
    ).toBeUndefined();
  });

  it('with HS256 and the public key as its secret', async () => {
    const { id } = await keys.signer('access-token');
    const publicKey = store.records.find((record) => record.id === id)!.publicKey!;
    const unsigned = `${base64url({ alg: 'HS256', kid: id, typ: 'JWT' })}.${base64url(decodeJwt(await tokens.issue(caller)))}`;
    for (const secret of [publicKey, Buffer.from(publicKey, 'base64')]) {
      expect(
        await tokens.verify(`${unsigned}.${createHmac('sha256', secret).update(unsigned).digest('base64url')}`),
      ).toBeUndefined();
    }
  });

  it('when another key signed it with our key id, or the Bio signing key did', async () => {
    const claims = decodeJwt(await tokens.issue(caller));
    const { id } = await keys.signer('access-token');
    const { privateKey } = generateKeyPairSync('ed25519');
    for (const by of [
      async (data: Uint8Array) => sign(null, data, privateKey),
      (await keys.signer('bio-signing')).sign,
    ])
      expect(await tokens.verify(await signedBy(by, { alg: 'EdDSA', kid: id, typ: 'JWT' }, claims))).toBeUndefined();
  });

  it('when it is of the other environment, even under the same key', async () => {
    const production = await service('production', new MemoryKeys());
    expect(await tokens.verify(await production.tokens.issue(caller))).toBeUndefined();
    const sameKeys = new AccessTokens({ keys, clock, environment: 'production' });
    expect(await tokens.verify(await sameKeys.issue(caller))).toBeUndefined();
  });

  it('when any part was changed, truncated or extended', async () => {
    const token = await tokens.issue(caller);
    expect(await tokens.verify(token)).toEqual(caller);
    const [header, payload, signature] = token.split('.') as [string, string, string];
    const other = base64url({ ...decodeJwt(token), merchant_id: 'm_2' });
    for (const forged of [
      `${header}.${other}.${signature}`,
      `${header}.${payload}.${signature.slice(0, -2)}`,
      `${header}.${payload}.`,
      `${header}.${payload}`,
      `${token}.x`,
      `${token}A`,
      '',
      '.',
      '..',
      'x'.repeat(100_000),
    ]) {
      expect(await tokens.verify(forged)).toBeUndefined();
    }
  });
});

describe('a signature has one text', () => {
  it('the fifteen other texts that decode to the same bytes are rejected, cached or not', async () => {
    const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
    const token = await tokens.issue(caller);
    const last = letters.indexOf(token.at(-1)!);
    expect(last % 16).toBe(0);
    const others = Array.from({ length: 15 }, (_, i) => token.slice(0, -1) + letters[last + i + 1]!);
    const bytes = (text: string): string => Buffer.from(text.split('.')[2]!, 'base64url').toString('hex');
    expect(new Set(others.map(bytes))).toEqual(new Set([bytes(token)]));
    for (const known of [false, true]) {
      for (const other of [...others, `${token}=`, `${token}==`]) expect(await tokens.verify(other)).toBeUndefined();
      expect([known, await tokens.verify(token)]).toEqual([known, caller]);
    }
  });
});

describe('the cache of verified tokens', () => {
  it('an emergency removal of the key ends tokens that were verified before, within 1 s', async () => {
    const token = await tokens.issue(caller);
    expect(await tokens.verify(token)).toEqual(caller);
    const { id } = await keys.signer('access-token');
    store.remove(id, clock.now());
    store.records.push(
      newKey({ purpose: 'access-token', environment: 'test', master, now: clock.now(), activatesAt: clock.now() }),
    );
    clock.move(1000);
    expect(await tokens.verify(token)).toBeUndefined();
    expect(await tokens.verify(await tokens.issue(caller))).toEqual(caller);
  });

  it('a planned rotation ends no token before its time', async () => {
    const records = store.records.filter(({ purpose }) => purpose === 'access-token');
    store.records.push(
      scheduleRotation({
        purpose: 'access-token',
        records,
        environment: 'test',
        master,
        now: clock.now(),
        switchAt: clock.now() + 60_000,
      }).added,
    );
    clock.move(59_999);
    const token = await tokens.issue(caller);
    clock.move(1);
    const later = await tokens.issue(caller);
    expect(decodeProtectedHeader(later).kid).not.toBe(decodeProtectedHeader(token).kid);
    clock.move(598_000);
    expect(await tokens.verify(token)).toEqual(caller);
    expect(await tokens.verify(later)).toEqual(caller);
  });

  it('saves the signature check of a repeated token', async () => {
    const token = await tokens.issue(caller);
    const first = await tokens.verify(token);
    expect(await tokens.verify(token)).toBe(first);
  });

  it('is bounded: the oldest token is evicted, and verified again on its next use', async () => {
    const small = new AccessTokens({ keys, clock, environment: 'test', cachedTokens: 2 });
    const issued = await Promise.all([small.issue(caller), small.issue(caller), small.issue(caller)]);
    const first: (Caller | undefined)[] = [];
    for (const token of issued) first.push(await small.verify(token));
    expect(await small.verify(issued[2])).toBe(first[2]);
    expect(await small.verify(issued[1])).toBe(first[1]);
    const again = await small.verify(issued[0]);
    expect(again).toEqual(caller);
    expect(again).not.toBe(first[0]);
  });

  it('an unavailable store is not reported as a bad token', async () => {
    const token = await tokens.issue(caller);
    clock.move(1000);
    store.down = true;
    await expect(tokens.verify(token)).rejects.toThrow('the store is down');
  });
});
