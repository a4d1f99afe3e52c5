import { expect, it } from 'vitest';
import type { Merchant } from '../../merchants/merchant.ts';
import { MINUTE, NOW, sampleClient, sampleMerchant } from './samples.ts';
import type { Fixture } from './fixture.ts';

const secret = (n: number) => ({ hash: String(n).repeat(64), createdAt: NOW + n });

export function merchants(fixture: () => Fixture): void {
  it('a merchant is returned as given; a duplicate id is rejected', async () => {
    const { store, other } = fixture();
    const merchant = sampleMerchant({
      reader: true,
      bioCaPem: '-----BEGIN CERTIFICATE-----\n',
      rateLimits: { createPerMerchant: 5, resultPerSession: 0 },
    });
    expect(await store.merchants.find(merchant.id)).toBeUndefined();
    expect(await store.merchants.add(merchant)).toBe(true);
    expect(await other.merchants.find(merchant.id)).toStrictEqual(merchant);
    expect(await other.merchants.add(sampleMerchant({ name: 'another' }))).toBe(false);
    expect(await other.merchants.find(merchant.id)).toStrictEqual(merchant);
  });

  it.each(['', '\u3164', 'x'.repeat(61), 'Shop\u202E'])('a merchant cannot be named %j', async (name) => {
    const { store } = fixture();
    const merchant = sampleMerchant();
    await expect(async () => store.merchants.add({ ...merchant, name })).rejects.toThrow('the Name must');
    await store.merchants.add(merchant);
    await expect(async () => store.merchants.update(merchant.id, { name })).rejects.toThrow('the Name must');
    expect(await store.merchants.find(merchant.id)).toStrictEqual(merchant);
  });

  it('merchants are listed oldest first', async () => {
    const { store } = fixture();
    const [late, early] = [sampleMerchant({ id: 'a', createdAt: NOW + 1 }), sampleMerchant({ id: 'b' })];
    await store.merchants.add(late);
    await store.merchants.add(early);
    expect(await store.merchants.list()).toStrictEqual([early, late]);
  });

  it('an update changes only the given fields', async () => {
    const { store } = fixture();
    const merchant = sampleMerchant({ bioCaPem: 'pem' });
    await store.merchants.add(merchant);
    await store.merchants.add(sampleMerchant({ id: 'mer_2' }));
    const changes = { name: 'New', reader: true, bioCaPem: null, rateLimits: { createPerUserRef: 1 } };
    expect(await store.merchants.update(merchant.id, changes)).toBe(true);
    const changed = { ...merchant, ...changes };
    expect(await store.merchants.find(merchant.id)).toStrictEqual(changed);
    expect(await store.merchants.update(merchant.id, {})).toBe(true);
    expect(await store.merchants.update(merchant.id, { rateLimits: { resultPerSession: 2 } })).toBe(true);
    expect(await store.merchants.update(merchant.id, { rateLimits: { createPerUserRef: undefined } })).toBe(true);
    const refused = store.merchants.update(merchant.id, { name: 'Other' }, () => {
      throw new Error('refused');
    });
    await expect(refused).rejects.toThrow('refused');
    expect(await store.merchants.find(merchant.id)).toStrictEqual({ ...changed, rateLimits: { resultPerSession: 2 } });
    expect(await store.merchants.find('mer_2')).toStrictEqual(sampleMerchant({ id: 'mer_2' }));
    expect(await store.merchants.update('nobody', changes)).toBe(false);
  });

  it('of two changes at once, both stay, and each entry has what the other wrote', async () => {
    const { store, other } = fixture();
    const { id } = sampleMerchant();
    await store.merchants.add(sampleMerchant());
    for (let i = 1; i <= 10; i++) {
      const seen: object[] = [];
      const entryOf = (before: Merchant): undefined => void seen.push(before.rateLimits);
      await Promise.all([
        store.merchants.update(id, { rateLimits: { createPerMerchant: i } }, entryOf),
        other.merchants.update(id, { rateLimits: { resultPerSession: i } }, entryOf),
      ]);
      const { rateLimits } = (await store.merchants.find(id))!;
      expect(rateLimits).toEqual({ createPerMerchant: i, resultPerSession: i });
      expect(new Set(seen.map((limits) => JSON.stringify(limits))).size).toBe(2);
    }
  });

  it('a merchant is suspended and resumed, once each, and keeps everything else', async () => {
    const { store, other } = fixture();
    const merchant = sampleMerchant();
    await store.merchants.add(merchant);
    expect(await store.merchants.suspend(merchant.id, NOW + 1)).toBe(true);
    expect(await other.merchants.suspend(merchant.id, NOW + 2)).toBe(false);
    expect(await other.merchants.find(merchant.id)).toStrictEqual({ ...merchant, suspendedAt: NOW + 1 });
    expect(await other.merchants.resume(merchant.id)).toBe(true);
    expect(await store.merchants.resume(merchant.id)).toBe(false);
    expect(await store.merchants.find(merchant.id)).toStrictEqual(merchant);
    expect([await store.merchants.suspend('nobody', NOW), await store.merchants.resume('nobody')]).toEqual([
      false,
      false,
    ]);
  });

  it('a logo is set, replaced and removed with its id; other merchants keep theirs', async () => {
    const { store, other } = fixture();
    for (const id of ['mer_1', 'mer_2']) await store.merchants.add(sampleMerchant({ id }));
    const logos = [1, 2].map((n) => ({ id: `${n}.png`, bytes: Uint8Array.of(n, 0, 255) }));
    const idOf = async (id: string): Promise<unknown> => (await other.merchants.find(id))?.logoId;
    expect(await store.merchants.update('mer_1', { logo: logos[0]! })).toBe(true);
    expect(await store.merchants.update('mer_2', { logo: logos[0]! })).toBe(true);
    expect([await idOf('mer_1'), await other.merchants.findLogo('1.png')]).toStrictEqual(['1.png', logos[0]!.bytes]);
    expect(await store.merchants.update('mer_1', { logo: logos[1]! })).toBe(true);
    expect(await other.merchants.findLogo('2.png')).toStrictEqual(logos[1]!.bytes);
    expect(await store.merchants.update('mer_1', { logo: null })).toBe(true);
    expect([await idOf('mer_1'), await idOf('mer_2')]).toEqual([null, '1.png']);
    expect(await other.merchants.findLogo('2.png')).toBeUndefined();
    expect(await store.merchants.update('nobody', { logo: logos[1]! })).toBe(false);
    expect(await other.merchants.findLogo('2.png')).toBeUndefined();
  });

  it('a client is returned as given with its merchant, its secrets newest first', async () => {
    const { store } = fixture();
    await store.merchants.add(sampleMerchant());
    const client = sampleClient({ secrets: [secret(2), secret(1)] });
    expect(await store.merchants.addClient(client)).toBe(true);
    expect(await store.merchants.findClient(client.id)).toStrictEqual({ client, merchant: sampleMerchant() });
    const bare = sampleClient({ id: 'cli_2', scopes: [], secrets: [] });
    await store.merchants.addClient(bare);
    expect((await store.merchants.findClient(bare.id))!.client).toStrictEqual(bare);
    expect(await store.merchants.findClient('nobody')).toBeUndefined();
  });

  it('a client needs a free id and an existing merchant', async () => {
    const { store } = fixture();
    expect(await store.merchants.addClient(sampleClient())).toBe(false);
    await store.merchants.add(sampleMerchant());
    expect(await store.merchants.addClient(sampleClient())).toBe(true);
    expect(await store.merchants.addClient(sampleClient({ secrets: [secret(9)] }))).toBe(false);
    expect((await store.merchants.findClient('cli_1'))!.client).toStrictEqual(sampleClient());
  });

  it('clients are listed for one merchant or for all', async () => {
    const { store } = fixture();
    for (const id of ['mer_1', 'mer_2']) await store.merchants.add(sampleMerchant({ id }));
    const clients = [
      sampleClient({ id: 'a' }),
      sampleClient({ id: 'b', merchantId: 'mer_2', secrets: [secret(2), secret(1)] }),
      sampleClient({ id: 'c', createdAt: NOW - 1 }),
    ];
    for (const client of clients) await store.merchants.addClient(client);
    expect(await store.merchants.listClients()).toStrictEqual([clients[2], clients[0], clients[1]]);
    expect(await store.merchants.listClients('mer_2')).toStrictEqual([clients[1]]);
    expect(await store.merchants.listClients('nobody')).toEqual([]);
  });

  it('a rotation adds a secret and keeps the newest of the others', async () => {
    const { store } = fixture();
    await store.merchants.add(sampleMerchant());
    await store.merchants.addClient(sampleClient({ secrets: [secret(1)] }));
    await store.merchants.addClient(sampleClient({ id: 'cli_2', secrets: [secret(7)] }));
    expect(await store.merchants.rotateSecret('cli_1', secret(2))).toBe(true);
    // Two in one millisecond are ordered by insertion.
    expect(await store.merchants.rotateSecret('cli_1', { ...secret(3), createdAt: secret(2).createdAt })).toBe(true);
    expect((await store.merchants.findClient('cli_1'))!.client.secrets.map(({ hash }) => hash[0])).toEqual(['3', '2']);
    expect((await store.merchants.findClient('cli_2'))!.client.secrets).toStrictEqual([secret(7)]);
    expect(await store.merchants.rotateSecret('nobody', secret(4))).toBe(false);
  });

  it('ten concurrent rotations leave two secrets', async () => {
    const { store, other } = fixture();
    await store.merchants.add(sampleMerchant());
    await store.merchants.addClient(sampleClient());
    await Promise.all(
      Array.from({ length: 10 }, (_, n) => (n % 2 === 0 ? store : other).merchants.rotateSecret('cli_1', secret(n))),
    );
    expect((await store.merchants.findClient('cli_1'))!.client.secrets).toHaveLength(2);
  });

  it('a client is revoked once, and gets no new secret after that', async () => {
    const { store } = fixture();
    await store.merchants.add(sampleMerchant());
    await store.merchants.addClient(sampleClient());
    expect(await store.merchants.revokeClient('cli_1', NOW + MINUTE)).toBe(true);
    expect(await store.merchants.revokeClient('cli_1', NOW + 2 * MINUTE)).toBe(false);
    expect(await store.merchants.rotateSecret('cli_1', secret(2))).toBe(false);
    expect((await store.merchants.findClient('cli_1'))!.client).toStrictEqual(
      sampleClient({ revokedAt: NOW + MINUTE }),
    );
    expect(await store.merchants.revokeClient('nobody', NOW)).toBe(false);
  });
}
