import { expect, it } from 'vitest';
import type { KeyRecord } from '../../keys/key-record.ts';
import { NOW, sampleKey } from './samples.ts';
import type { Fixture } from './fixture.ts';

const NOTHING = new Uint8Array(0);

export function keys(fixture: () => Fixture): void {
  it('a merchant acknowledges the notice of a key once; other keys and merchants are independent', async () => {
    const { store, other } = fixture();
    expect(await store.keys.acknowledge('key_1', 'mer_1', NOW)).toBe(true);
    expect(await other.keys.acknowledge('key_1', 'mer_1', NOW + 1)).toBe(false);
    expect(await other.keys.acknowledge('key_2', 'mer_1', NOW + 2)).toBe(true);
    expect([...(await other.keys.acknowledgments('key_1'))]).toEqual([['mer_1', NOW]]);
    expect((await store.keys.acknowledgments('key_3')).size).toBe(0);
  });

  it('returns keys as given, ordered by activation', async () => {
    const { store, other } = fixture();
    const later = sampleKey({ activatesAt: NOW + 5, publicKey: null, sealed: new Uint8Array(0) });
    const first = sampleKey();
    const signing = sampleKey({ purpose: 'bio-signing', activatesAt: NOW + 1, removedAt: NOW + 2 });
    for (const key of [later, first, signing]) expect(await store.keys.add(key)).toBe(true);
    expect(await other.keys.list()).toStrictEqual([first, signing, later]);
    expect(await other.keys.list('access-token')).toStrictEqual([first, later]);
    expect(await other.keys.list('hosted-token')).toEqual([]);
  });

  it('a key that is stored already is not changed, and counts as added', async () => {
    const { store, other } = fixture();
    const [key, suspect] = [sampleKey(), sampleKey({ activatesAt: NOW + 1 })];
    for (const each of [key, suspect]) await store.keys.add(each);
    const again = { ...key, sealed: new Uint8Array([9]) };
    expect(await other.keys.add(again, undefined, { seen: [], removedIds: [suspect.id] })).toBe(true);
    expect(await store.keys.list()).toStrictEqual([key, suspect]);
  });

  it('a rotation is stored if only the use of a key changed since it was planned, not after a removal or a new seal', async () => {
    const { store, other } = fixture();
    await store.keys.add(sampleKey());
    const rotated = (seen: KeyRecord[]): Promise<boolean> => store.keys.add(sampleKey(), undefined, { seen });
    const planned = await store.keys.list();
    await other.keys.noteUse(planned[0]!.id, NOW);
    expect(await rotated(planned)).toBe(true);
    const [first, second] = await store.keys.list();
    await other.keys.reseal(new Map([first!, second!].map(({ id }) => [id, new Uint8Array([7])])));
    expect(await rotated([first!, second!])).toBe(false);
    const resealed = await store.keys.list();
    await other.keys.remove(first!.id, NOW);
    expect(await rotated(resealed)).toBe(false);
    expect(await store.keys.list()).toHaveLength(2);
  });

  it('a replacement removes, destroys and adds in one transaction, and keeps the time of an earlier removal', async () => {
    const { store } = fixture();
    const [suspect, gone] = [sampleKey(), sampleKey({ activatesAt: NOW - 1, removedAt: NOW - 1 })];
    for (const key of [suspect, gone]) await store.keys.add(key);
    const added = sampleKey({ createdAt: NOW + 1, activatesAt: NOW + 1 });
    await store.keys.add(added, undefined, { removedIds: [suspect.id, gone.id] });
    expect(await store.keys.list()).toStrictEqual([gone, { ...suspect, sealed: NOTHING, removedAt: NOW + 1 }, added]);
  });

  it('a replacement whose new key cannot be added removes nothing', async () => {
    const { store } = fixture();
    const [suspect, taken] = [sampleKey(), sampleKey({ purpose: 'bio-signing', activatesAt: NOW + 1 })];
    for (const key of [suspect, taken]) await store.keys.add(key);
    const added = sampleKey({ id: taken.id });
    await expect(store.keys.add(added, undefined, { removedIds: [suspect.id] })).rejects.toThrow(/unique/i);
    expect(await store.keys.list()).toStrictEqual([suspect, taken]);
  });

  it('a key is removed and destroyed once, and an unknown one never', async () => {
    const { store, other } = fixture();
    const [key, stays] = [sampleKey(), sampleKey({ activatesAt: NOW + 1 })];
    for (const each of [key, stays]) await store.keys.add(each);
    const answers = await Promise.all([store, other].map((each) => each.keys.remove(key.id, NOW + 5)));
    expect(answers.filter(Boolean)).toHaveLength(1);
    expect(await store.keys.remove('nobody', NOW)).toBe(false);
    expect(await store.keys.list()).toStrictEqual([{ ...key, sealed: NOTHING, removedAt: NOW + 5 }, stays]);
  });

  it('keeps the latest use, in any write order', async () => {
    const { store, other } = fixture();
    const [key, stays] = [sampleKey(), sampleKey({ activatesAt: NOW + 1 })];
    for (const each of [key, stays]) await store.keys.add(each);
    await Promise.all([store.keys.noteUse(key.id, NOW + 9), other.keys.noteUse(key.id, NOW + 3)]);
    await other.keys.noteUse('nobody', NOW);
    expect(await store.keys.list()).toStrictEqual([{ ...key, lastUsedAt: NOW + 9 }, stays]);
  });

  it('all keys are resealed in one transaction', async () => {
    const { store } = fixture();
    const [one, two] = [sampleKey(), sampleKey({ activatesAt: NOW + 1 })];
    for (const key of [one, two]) await store.keys.add(key);
    const sealed = new Map([
      [one.id, new Uint8Array([1, 1])],
      [two.id, new Uint8Array([2, 2])],
    ]);
    expect(await store.keys.reseal(sealed)).toBe(true);
    expect(await store.keys.list()).toStrictEqual([
      { ...one, sealed: sealed.get(one.id) },
      { ...two, sealed: sealed.get(two.id) },
    ]);
  });

  it('a reseal leaves out destroyed keys, and brings none back that was destroyed meanwhile', async () => {
    const { store, other } = fixture();
    const [one, two] = [sampleKey(), sampleKey({ activatesAt: NOW + 1 })];
    for (const key of [one, two]) await store.keys.add(key);
    const both = await store.keys.allSealed();
    await other.keys.remove(one.id, NOW);
    expect(await store.keys.reseal(new Map(both.map(({ keyId, sealed }) => [keyId, sealed])))).toBe(false);
    expect((await store.keys.allSealed()).map(({ keyId }) => keyId)).toEqual([two.id]);
    expect(await store.keys.reseal(new Map([[two.id, new Uint8Array([7])]]))).toBe(true);
    expect((await store.keys.list()).map(({ sealed }) => sealed)).toEqual([NOTHING, new Uint8Array([7])]);
  });

  it('a reseal fails if the set of keys has changed', async () => {
    const { store } = fixture();
    const [one, two] = [sampleKey(), sampleKey({ activatesAt: NOW + 1 })];
    for (const key of [one, two]) await store.keys.add(key);
    const seal = new Uint8Array([7]);
    for (const ids of [[one.id], [one.id, 'another'], [one.id, two.id, 'a third']]) {
      expect(await store.keys.reseal(new Map(ids.map((id) => [id, seal])))).toBe(false);
    }
    expect(await store.keys.list()).toStrictEqual([one, two]);
  });

  it('keeps the latest acceptance of each merchant and key, in any write order', async () => {
    const { store, other } = fixture();
    expect(await store.keys.acceptances()).toEqual([]);
    const at = (merchantId: string, keyId: string, lastAcceptedAt: number) => ({ merchantId, keyId, lastAcceptedAt });
    for (const acceptance of [at('m_2', 'k_1', NOW), at('m_1', 'k_2', NOW + 1), at('m_1', 'k_1', NOW + 9)])
      await store.keys.noteAcceptance(acceptance);
    await Promise.all([
      store.keys.noteAcceptance(at('m_2', 'k_1', NOW + 5)),
      other.keys.noteAcceptance(at('m_2', 'k_1', NOW + 3)),
      other.keys.noteAcceptance(at('m_1', 'k_1', NOW)),
    ]);
    expect(await other.keys.acceptances()).toStrictEqual([
      at('m_1', 'k_1', NOW + 9),
      at('m_1', 'k_2', NOW + 1),
      at('m_2', 'k_1', NOW + 5),
    ]);
  });
}
