import { SCOPES } from '@authly/contract/wire/scopes';
import { decodeJwt, decodeProtectedHeader } from 'jose';
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

  it('ends a token at its time, to the millisecond', async () => {
    clock.set(-(clock.now() % 1000));
    const token = await tokens.issue(caller);
    expect(await tokens.verify(token)).toEqual(caller);
    clock.move(599_999);
    expect(await tokens.verify(token)).toEqual(caller);
    clock.move(1);
    for (const each of [token, token]) expect(await tokens.verify(each)).toBeUndefined();
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
