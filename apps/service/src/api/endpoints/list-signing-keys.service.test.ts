import { createPublicKey } from 'node:crypto';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { onOneStore } from '../../../test/on-stores.ts';
import type { TestService } from '../../../test/running-service.ts';
import { emergencyRotation, scheduleRotation } from '../../keys/rotation.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
const WEEK_MS = 7 * DAY_MS;

onOneStore((fixture) => {
  let service: TestService;
  beforeAll(async () => {
    service = await fixture.start();
  });
  /** Each test has its own store, because a rotation adds keys. */
  const afresh = async (): Promise<void> => {
    service = await (await fixture.another()).start();
  };
  const list = async (): Promise<{ key_id: string; status: string; algorithm: string; public_key_base64: string }[]> =>
    (await service.get('/v1/signing-keys')).json.keys;
  const standings = async (): Promise<[string, string][]> =>
    (await list()).map(({ key_id: id, status }) => [id, status]);
  const input = async () => ({
    purpose: 'bio-signing' as const,
    records: await service.service.store.keys.list('bio-signing'),
    environment: 'test' as const,
    master: service.config.masterKey,
    now: service.clock.now(),
  });

  it('200 {keys: [{key_id, algorithm, public_key_base64, status}]} without authentication, with no-store', async () => {
    const answer = await service.get('/v1/signing-keys');
    expect(answer.status).toBe(200);
    expect(answer.json).toEqual({
      keys: [
        {
          key_id: expect.stringMatching(/^bio_test_/),
          algorithm: 'ed25519',
          public_key_base64: expect.any(String),
          status: 'active',
        },
      ],
    });
    expect(answer.headers['cache-control']).toBe('no-store');
  });

  it('public_key_base64 is an Ed25519 key in SPKI DER', async () => {
    const [key] = await list();
    expect(
      createPublicKey({ key: Buffer.from(key!.public_key_base64, 'base64'), format: 'der', type: 'spki' })
        .asymmetricKeyType,
    ).toBe('ed25519');
  });

  it('returns the same with a token, a bad token or a query', async () => {
    const plain = (await service.get('/v1/signing-keys')).text;
    expect((await service.get('/v1/signing-keys', 'nonsense')).text).toBe(plain);
    expect((await service.get('/v1/signing-keys?x=1&x=2')).text).toBe(plain);
  });

  it('never contains a private key', async () => {
    const [record] = await service.service.store.keys.list('bio-signing');
    expect((await service.get('/v1/signing-keys')).text).not.toContain(Buffer.from(record!.sealed).toString('base64'));
  });

  describe('a planned rotation', () => {
    beforeEach(afresh);

    it('announced: not listed; 5 s before the switch active, with the old one as retiring; 7 days after it the old one is gone', async () => {
      const [old] = (await list()).map(({ key_id: id }) => id);
      const { added } = scheduleRotation({ ...(await input()), switchAt: service.clock.now() + WEEK_MS });
      await service.service.store.keys.add(added);
      service.clock.move(WEEK_MS - 5001);
      expect(await standings()).toEqual([[old, 'active']]);
      // A process whose clock is ahead signs with it already.
      service.clock.move(1);
      expect(await standings()).toEqual([
        [added.id, 'active'],
        [old, 'retiring'],
      ]);
      service.clock.move(5000 + WEEK_MS - 1);
      expect(await standings()).toEqual([
        [added.id, 'active'],
        [old, 'retiring'],
      ]);
      service.clock.move(1);
      expect(await standings()).toEqual([[added.id, 'active']]);
    });

    it('reaches a running process without a restart, within a second', async () => {
      const { added } = scheduleRotation({ ...(await input()), switchAt: service.clock.now() + WEEK_MS });
      await list();
      service.clock.move(1);
      await service.service.store.keys.add({ ...added, activatesAt: service.clock.now() });
      service.clock.move(1000);
      expect((await standings())[0]).toEqual([added.id, 'active']);
    });
  });

  describe('an emergency', () => {
    beforeEach(afresh);

    it('the suspect key is gone at once and the new one is active, without overlap', async () => {
      const [suspect] = (await list()).map(({ key_id: id }) => id);
      const { added, removedIds, notice } = emergencyRotation(await input());
      await service.service.store.keys.add(added, undefined, { removedIds });
      service.clock.move(1000);
      expect(await standings()).toEqual([[added.id, 'active']]);
      expect(notice).toContain(suspect);
    });

    it('of a retiring key leaves the active one, now retiring, and signs with the new one', async () => {
      const [old] = (await list()).map(({ key_id: id }) => id);
      const planned = scheduleRotation({ ...(await input()), switchAt: service.clock.now() + WEEK_MS });
      await service.service.store.keys.add(planned.added);
      service.clock.move(WEEK_MS + DAY_MS);
      const { added, removedIds } = emergencyRotation({ ...(await input()), suspectId: old });
      await service.service.store.keys.add(added, undefined, { removedIds });
      service.clock.move(1000);
      expect(await standings()).toEqual([
        [added.id, 'active'],
        [planned.added.id, 'retiring'],
      ]);
    });
  });
});
