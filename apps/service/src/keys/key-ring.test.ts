import { setImmediate } from 'node:timers/promises';
import { describe, expect, it, vi } from 'vitest';
import { masterKeyOf, MemoryKeys } from '../../test/memory-keys.ts';
import { sessionIn } from '../../test/sample-session.ts';
import { TestClock } from '../../test/test-clock.ts';
import { KEY_PURPOSES, STORED_PURPOSES, type KeyPurpose } from '../config/key-purposes.ts';
import type { KeyRecord } from './key-record.ts';
import { KeyRing } from './key-ring.ts';
import { newKey } from './new-key.ts';
import { scheduleRotation } from './rotation.ts';
import { OpenedKey } from './opened-key.ts';
import { SealError } from './seal.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const environment = 'test';
const master = masterKeyOf(1);

function deployment() {
  const store = new MemoryKeys();
  const clock = new TestClock();
  const made = (purpose: KeyPurpose, afterMs = 0, by = master): KeyRecord =>
    newKey({ purpose, environment, master: by, now: clock.now(), activatesAt: clock.now() + afterMs });
  return {
    store,
    clock,
    made,
    ring: () => new KeyRing({ source: store, master, environment, clock }),
    schedule: (purpose: KeyPurpose, ms: number): string => {
      const records = store.records.filter((record) => record.purpose === purpose);
      const [now, switchAt] = [clock.now(), clock.now() + ms];
      const { added } = scheduleRotation({ purpose, records, environment, master, now, switchAt });
      store.records.push(added);
      return added.id;
    },
    replace: (purpose: KeyPurpose): void => {
      store.remove(activeId(store, purpose), clock.now());
      store.records.push(made(purpose));
    },
  };
}

/** A ring that is ready. */
async function prepared() {
  const place = deployment();
  const keys = place.ring();
  await keys.prepare();
  return { ...place, keys };
}

/** Vitest takes any two key objects for equal. */
const secretAt = async (keys: KeyRing, at: number): Promise<Buffer> => (await keys.hostedSecret(at)).export();

const activeId = (store: MemoryKeys, purpose: KeyPurpose): string =>
  store.records.find((record) => record.purpose === purpose)!.id;

describe('preparing the key ring', () => {
  it('creates the first key of each purpose once', async () => {
    const { store, ring } = await prepared();
    const ids = store.records.map(({ id }) => id);
    expect(store.records.map(({ purpose }) => purpose)).toEqual(STORED_PURPOSES);
    await ring().prepare();
    expect(store.records.map(({ id }) => id)).toEqual(ids);
  });

  it('by two processes at once creates one key of each purpose, and both sign with it', async () => {
    const { store, ring } = deployment();
    const [one, two] = [ring(), ring()];
    await Promise.all([one.prepare(), two.prepare()]);
    expect(store.records).toHaveLength(STORED_PURPOSES.length);
    expect((await one.signer('bio-signing')).id).toBe((await two.signer('bio-signing')).id);
    expect(await secretAt(one, 0)).toEqual(await secretAt(two, 0));
  });

  it('with a clock an hour ahead: the keys are active after the clock is corrected, and stay the same', async () => {
    const { clock, ring, schedule } = deployment();
    clock.set(HOUR);
    await ring().prepare();
    clock.set(-HOUR);
    const keys = ring();
    await keys.prepare();
    await keys.check();
    const signer = await keys.signer('access-token');
    expect(await keys.verifier(signer.id)).toBeDefined();
    // A rotation by the right clock is still valid after the hour.
    const next = schedule('access-token', 60_000);
    clock.move(2 * HOUR);
    expect((await keys.signer('access-token')).id).toBe(next);
  });

  it('signs with the earliest key if all were created by a clock that was ahead', async () => {
    const { store, clock, made, ring } = deployment();
    clock.set(HOUR);
    store.records.push(...KEY_PURPOSES.map((purpose) => made(purpose)));
    clock.set(-HOUR);
    const keys = ring();
    await keys.prepare();
    expect((await keys.signer('bio-signing')).id).toBe(activeId(store, 'bio-signing'));
    expect((await keys.published()).keys).toHaveLength(1);
  });

  it('fails with another master key, with key id and cause', async () => {
    const { store, clock } = await prepared();
    const other = new KeyRing({ source: store, master: masterKeyOf(2), environment, clock });
    await expect(other.prepare()).rejects.toThrow(SealError);
    await expect(other.prepare()).rejects.toThrow(/cannot be decrypted: it was encrypted with another master key/);
    const lacking = store.records.filter(({ purpose }) => purpose !== 'audit-head');
    store.records.splice(0, Infinity, ...lacking);
    await expect(other.prepare()).rejects.toThrow(SealError);
    expect(store.records).toEqual(lacking);
  });

  it('fails if an announced key cannot be decrypted', async () => {
    const { store, made, ring } = await prepared();
    store.records.push(made('bio-signing', 8 * DAY, masterKeyOf(2)));
    await expect(ring().prepare()).rejects.toThrow(SealError);
  });
});

describe('the signer', () => {
  it('reads the store at most once a second, and many at once share one read', async () => {
    const { store, clock, keys } = await prepared();
    store.reads = 0;
    for (let ms = 0; ms < 990; ms += 10, clock.move(10)) await keys.signer('bio-signing');
    expect(store.reads).toBe(0);
    clock.move(1000);
    await Promise.all(Array.from({ length: 50 }, () => keys.published()));
    expect(store.reads).toBe(1);
  });

  it('while a read hangs, other calls use the last keys for 3 s, and begin another read after 1 s', async () => {
    const { store, clock, keys, replace } = await prepared();
    const list = store.list.bind(store);
    const hanging = Promise.withResolvers<KeyRecord[]>();
    store.list = () => hanging.promise;
    clock.move(1000);
    const stuck = [keys.signer('bio-signing')];
    for (const ms of [0, 999]) {
      clock.move(ms);
      await keys.signer('bio-signing');
    }
    clock.move(1);
    stuck.push(keys.signer('bio-signing'));
    clock.move(999);
    await keys.signer('bio-signing');
    store.list = list;
    const records = [...store.records];
    replace('bio-signing');
    clock.move(1);
    const renewed = (await keys.signer('bio-signing')).id;
    hanging.resolve(records);
    // A late answer does not bring the old keys back.
    for (const late of await Promise.all(stuck)) expect(late.id).toBe(renewed);
  });

  it('a store outage is an error, and the keys work again after it', async () => {
    const { store, clock, keys } = await prepared();
    clock.move(1000);
    store.down = true;
    await expect(keys.signer('bio-signing')).rejects.toThrow('the store is down');
    store.down = false;
    await expect(keys.signer('bio-signing')).resolves.toBeDefined();
  });
});

describe('the verifier', () => {
  it('accepts a token key slightly before its switch, because clocks may differ', async () => {
    const { clock, ring, schedule } = deployment();
    const [behind, ahead] = [ring(), ring()];
    await behind.prepare();
    await ahead.prepare();
    const next = schedule('access-token', 60_000);
    clock.move(60_000 - 5001);
    expect(await behind.verifier(next)).toBeUndefined();
    clock.move(1);
    expect(await behind.verifier(next)).toBeDefined();
    expect((await ahead.signer('access-token')).id).not.toBe(next);
  });
});

describe('ready', () => {
  it('not while a purpose has no active key', async () => {
    const { store, clock, keys } = await prepared();
    await keys.check();
    store.remove(activeId(store, 'hosted-token'), clock.now());
    clock.move(1000);
    await keys.upToDate();
    await expect(keys.check()).rejects.toThrow('there is no active hosted-token key');
  });
});

describe('the hosted secret', () => {
  it('of a session stays the one of its creation through a rotation, so that a replay derives the same token', async () => {
    const { clock, keys, schedule } = await prepared();
    const createdAt = clock.now();
    const secret = await secretAt(keys, createdAt);
    schedule('hosted-token', 60_000);
    clock.move(DAY);
    expect(await secretAt(keys, createdAt)).toEqual(secret);
    expect(await secretAt(keys, clock.now())).not.toEqual(secret);
  });

  it('changes after an emergency rotation', async () => {
    const { clock, keys, replace } = await prepared();
    const createdAt = clock.now();
    const secret = await secretAt(keys, createdAt);
    clock.move(5000);
    replace('hosted-token');
    clock.move(1000);
    expect(await secretAt(keys, createdAt)).not.toEqual(secret);
  });
});

describe('the sealing keys', () => {
  it('an app gets the key that was active at its join, even on a repeated claim', async () => {
    const { clock, keys, schedule } = await prepared();
    const joined = (at: number) => sessionIn('app_launched', { join: { ...sessionIn('app_launched').join!, at } });
    const before = joined(clock.now());
    const seal = await keys.captureSeal(before);
    const next = schedule('capture-sealing', HOUR);
    clock.move(HOUR);
    expect(await keys.captureSeal(before)).toEqual(seal);
    expect(await keys.captureSeal(joined(clock.now()))).toMatchObject({ key_id: next });
  });

  it('an earlier one opens years later in every process, and in none 1 s after its withdrawal', async () => {
    const { store, clock, ring, schedule } = deployment();
    const [one, two] = [ring(), ring()];
    await one.prepare();
    const session = sessionIn('app_launched');
    const { key_id: first, context } = await one.captureSeal(session);
    schedule('capture-sealing', HOUR);
    clock.move(3650 * DAY);
    for (const each of [one, two])
      expect(await each.captureKey(first, session, session.mode)).toMatchObject({ context });
    store.remove(first, clock.now());
    clock.move(1000);
    for (const each of [one, two]) expect(await each.captureKey(first, session, session.mode)).toBeUndefined();
    expect(await one.captureSeal(session)).not.toMatchObject({ key_id: first });
  });

  it('a destroyed one is overwritten in memory', () => {
    const bytes = Buffer.alloc(32, 7);
    new OpenedKey(deployment().made('capture-sealing'), bytes, undefined).wipe();
    expect(bytes).toEqual(Buffer.alloc(32));
  });

  it('a destroyed one is not kept in memory, and a row without its bytes brings nothing back', async () => {
    const { store, clock, keys, schedule } = await prepared();
    const session = sessionIn('app_launched');
    const { key_id: first } = await keys.captureSeal(session);
    schedule('capture-sealing', HOUR);
    clock.move(HOUR);
    const rowBack = (sealed: Uint8Array): void => {
      store.records = store.records.map((each) => (each.id === first ? { ...each, removedAt: null, sealed } : each));
      clock.move(1000);
    };
    // One statement later, before this process has read the row again.
    store.remove(first, clock.now());
    rowBack(new Uint8Array(0));
    expect(await keys.captureKey(first, session, session.mode)).toBeUndefined();
    rowBack(new Uint8Array(60));
    await expect(keys.captureKey(first, session, session.mode)).rejects.toThrow(SealError);
  });

  it('a use is noted once an hour, and again at once if the store could not take it', async () => {
    const { store, clock, keys } = await prepared();
    const { key_id } = await keys.captureSeal(sessionIn('app_launched'));
    const noted = vi.spyOn(store, 'noteUse').mockRejectedValueOnce(new Error('the store is down'));
    keys.noteUse(key_id, 'm_1');
    await setImmediate();
    for (const ms of [0, HOUR - 1, 1]) {
      clock.move(ms);
      keys.noteUse(key_id, 'm_1');
    }
    expect(noted).toHaveBeenCalledTimes(3);
  });

  it('keys of other purposes, announced or not, open nothing', async () => {
    const { store, keys } = await prepared();
    const session = sessionIn('app_launched');
    for (const { id, purpose } of store.records)
      expect((await keys.captureKey(id, session, 'enroll')) !== undefined).toBe(purpose === 'capture-sealing');
  });

  it('differ by merchant: the key of one opens nothing of another', async () => {
    const { store, keys } = await prepared();
    const [one, two] = ['m_1', 'm_2'].map((merchantId) => sessionIn('app_launched', { merchantId }));
    const seals = [await keys.captureSeal(one!), await keys.captureSeal(two!)];
    expect(seals[0]).toMatchObject({ key_id: seals[1]!.key_id });
    expect(seals[0]!.public_key).not.toBe(seals[1]!.public_key);
    expect((await keys.captureKey(seals[0]!.key_id, two!, 'enroll'))!.key.publicKey).toBe(seals[1]!.public_key);
    expect(store.records.find(({ purpose }) => purpose === 'capture-sealing')).toMatchObject({ publicKey: null });
  });

  it('of more merchants than are kept are derived again, and stay the same', async () => {
    const { keys } = await prepared();
    const sealOf = (merchant: number) =>
      keys.captureSeal(sessionIn('app_launched', { merchantId: `m_${merchant}`, merchantUserRef: 'u' }));
    const first = await sealOf(0);
    for (let merchant = 1; merchant <= 1001; merchant++) await sealOf(merchant);
    expect(await sealOf(0)).toEqual(first);
  });
});
