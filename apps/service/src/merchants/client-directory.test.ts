import { beforeEach, describe, expect, it } from 'vitest';
import { TestClock } from '../../test/test-clock.ts';
import { ClientDirectory, type ClientSource } from './client-directory.ts';
import { hashSecret } from './client-secret.ts';
import { newMerchant, type Client, type KnownClient } from './merchant.ts';

const merchant = newMerchant({
  id: 'm_1',
  name: 'A shop',
  bioBaseUrl: 'https://shop.test/bio',
  createdAt: 0,
});
const client: Client = {
  id: 'c_1',
  merchantId: 'm_1',
  scopes: [],
  secrets: [{ hash: hashSecret('right'), createdAt: 0 }],
  revokedAt: null,
  createdAt: 0,
};

class CountingSource implements ClientSource {
  readonly clients = new Map([[client.id, client]]);
  readonly merchants = new Map([[merchant.id, merchant]]);
  reads = 0;
  async findClient(id: string): Promise<KnownClient | undefined> {
    this.reads++;
    const found = this.clients.get(id);
    return found && { client: found, merchant: this.merchants.get(found.merchantId)! };
  }
}

let source: CountingSource;
let clock: TestClock;
let directory: ClientDirectory;
beforeEach(() => {
  source = new CountingSource();
  clock = new TestClock();
  directory = new ClientDirectory({ source, clock });
});

/** Counts the store reads of this work. */
async function readsOf(work: () => unknown): Promise<number> {
  const before = source.reads;
  await work();
  return source.reads - before;
}

describe('the directory of clients', () => {
  it('a revoked client is known to be revoked within 5 s', async () => {
    await directory.find('c_1');
    source.clients.set('c_1', { ...client, revokedAt: clock.now() });
    clock.move(4999);
    expect((await directory.find('c_1'))?.client.revokedAt).not.toBeNull();
  });

  it('does not read the store again in between', async () => {
    await directory.find('c_1');
    clock.move(1000);
    expect(await readsOf(() => directory.find('c_1'))).toBe(0);
  });

  it('a clock that was set back does not extend the cache', async () => {
    await directory.find('c_1');
    clock.set(-3_600_000);
    clock.move(5000);
    expect(await readsOf(() => directory.find('c_1'))).toBe(1);
  });

  it('concurrent calls share one read', async () => {
    expect(await readsOf(() => Promise.all(Array.from({ length: 50 }, async () => directory.find('c_1'))))).toBe(1);
  });

  it('unknown ids are not cached', async () => {
    for (let i = 0; i < 3; i++) expect(await readsOf(() => directory.find('c_unknown'))).toBe(1);
    source.clients.set('c_unknown', { ...client, id: 'c_unknown' });
    expect(await directory.find('c_unknown')).toBeDefined();
  });

  it('failed reads are not cached', async () => {
    const find = source.findClient.bind(source);
    source.findClient = () => Promise.reject(new Error('the store is down'));
    await expect(directory.find('c_1')).rejects.toThrow('the store is down');
    source.findClient = find;
    expect(await directory.find('c_1')).toBeDefined();
  });

  it('is bounded: the client read longest ago is evicted', async () => {
    const small = new ClientDirectory({ source, clock, cachedClients: 2 });
    for (const id of ['c_1', 'c_2', 'c_3']) {
      source.clients.set(id, { ...client, id });
      await small.find(id);
    }
    expect(['c_1', 'c_2', 'c_3'].map((id) => small.remembered(id) !== undefined)).toEqual([false, true, true]);
  });

  it('removes a client that is no longer in the store', async () => {
    await directory.find('c_1');
    source.clients.delete('c_1');
    clock.move(5000);
    expect(await directory.find('c_1')).toBeUndefined();
    expect(directory.remembered('c_1')).toBeUndefined();
  });
});

describe('authenticating a client', () => {
  it('accepts the right secret, the second time without a store read', async () => {
    expect(await directory.authenticate('c_1', 'right')).toEqual({ client, merchant });
    expect(await readsOf(() => directory.authenticate('c_1', 'right'))).toBe(0);
  });

  it('unknown client and wrong secret have the same result and the same store reads, each time', async () => {
    for (let i = 0; i < 3; i++) {
      expect(await directory.authenticate('c_unknown', 'right')).toBeUndefined();
      expect(await directory.authenticate('c_1', 'wrong')).toBeUndefined();
      expect(await readsOf(() => directory.authenticate('c_unknown', 'right'))).toBe(1);
      expect(await readsOf(() => directory.authenticate('c_1', 'wrong'))).toBe(1);
    }
  });

  it('a revoked client has the same result as an unknown one, with the same reads', async () => {
    source.clients.set('c_1', { ...client, revokedAt: 1 });
    expect(await directory.authenticate('c_1', 'right')).toBeUndefined();
    expect(await readsOf(() => directory.authenticate('c_1', 'right'))).toBe(1);
  });

  it('a new secret is accepted at once', async () => {
    await directory.authenticate('c_1', 'right');
    source.clients.set('c_1', { ...client, secrets: [{ hash: hashSecret('newer'), createdAt: 1 }, ...client.secrets] });
    expect(await directory.authenticate('c_1', 'newer')).toBeDefined();
    expect(await directory.authenticate('c_1', 'right')).toBeDefined();
  });
});
