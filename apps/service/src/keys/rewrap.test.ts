import { describe, expect, it } from 'vitest';
import { masterKeyOf, MemoryKeys } from '../../test/memory-keys.ts';
import { sessionIn } from '../../test/sample-session.ts';
import { TestClock } from '../../test/test-clock.ts';
import { STORED_PURPOSES } from '../config/key-purposes.ts';
import { deviceAccount } from '../tokens/device-account.ts';
import { KeyRing } from './key-ring.ts';
import { newKey } from './new-key.ts';
import { RefusedError } from '../runtime/refused-error.ts';
import { rewrapKeys } from './rewrap.ts';
import { SealError, unseal } from './seal.ts';

const environment = 'test';
const old = masterKeyOf(1);
const next = masterKeyOf(2);

async function prepared(): Promise<{ store: MemoryKeys; clock: TestClock; ring: (master: typeof old) => KeyRing }> {
  const store = new MemoryKeys();
  const clock = new TestClock();
  const ring = (master: typeof old) => new KeyRing({ source: store, master, environment, clock });
  await ring(old).prepare();
  return { store, clock, ring };
}

const anotherKey = (clock: TestClock) =>
  newKey({ purpose: 'bio-signing', environment, master: old, now: clock.now(), activatesAt: clock.now() + 1 });

describe('a rewrap', () => {
  it('changes no key: published keys, signer, hosted secret and what is derived from the store secret are the same', async () => {
    const { store, clock, ring } = await prepared();
    const seen = async (keys: KeyRing) => ({
      published: await keys.published(),
      tokenKey: await (await keys.signer('access-token')).sign(Buffer.from('x')),
      hosted: (await keys.hostedSecret(clock.now())).export(),
      lasting: (await keys.lastingSecret('attempts:v1')).export(),
      account: deviceAccount(await keys.accountSecret({ id: 'm_1', importId: null }), sessionIn('app_launched')),
    });
    const before = await seen(ring(old));
    await rewrapKeys(store, { environment, from: old, to: next });
    expect(await seen(ring(next))).toEqual(before);
  });

  it('a new master key with its predecessor opens every key before, during and after it', async () => {
    const { store, ring } = await prepared();
    const both = { ...next, previous: old.bytes };
    await expect(ring(both).prepare()).resolves.toBeUndefined();
    // A key created meanwhile is sealed with the new master key only.
    const fresh = newKey({ purpose: 'bio-signing', environment, master: both, now: 0, activatesAt: 1 });
    const { sealed, id: keyId } = fresh;
    expect(() => unseal(old, { environment, purpose: 'bio-signing', keyId }, sealed)).toThrow(SealError);
    expect(await rewrapKeys(store, { environment, from: both, to: both })).toBe(STORED_PURPOSES.length);
    // A failed or repeated rewrap can be run again.
    expect(await rewrapKeys(store, { environment, from: both, to: both })).toBe(STORED_PURPOSES.length);
    await expect(ring(both).prepare()).resolves.toBeUndefined();
    await expect(ring(next).prepare()).resolves.toBeUndefined();
    await expect(ring(old).prepare()).rejects.toThrow(SealError);
  });

  it('fails if the old master key does not open them, and changes nothing', async () => {
    const { store } = await prepared();
    const before = JSON.stringify(store.records);
    const attempt = rewrapKeys(store, { environment, from: next, to: next });
    await expect(attempt).rejects.toThrow(RefusedError);
    await expect(attempt).rejects.toThrow(
      /^nothing was changed: key .* cannot be decrypted: it was encrypted with another/,
    );
    expect(JSON.stringify(store.records)).toBe(before);
  });

  it('is repeated if a key was added meanwhile, including that key', async () => {
    const { store, clock, ring } = await prepared();
    store.beforeReseal = () => {
      store.beforeReseal = () => {};
      store.records.push(anotherKey(clock));
    };
    expect(await rewrapKeys(store, { environment, from: old, to: next })).toBe(STORED_PURPOSES.length + 1);
    await expect(ring(next).prepare()).resolves.toBeUndefined();
  });

  it('fails if keys are added repeatedly, and changes nothing', async () => {
    const { store, clock, ring } = await prepared();
    store.beforeReseal = () => void store.records.push(anotherKey(clock));
    await expect(rewrapKeys(store, { environment, from: old, to: next })).rejects.toThrow(
      'nothing was changed: keys were added at the same time',
    );
    await expect(ring(old).prepare()).resolves.toBeUndefined();
  });
});
