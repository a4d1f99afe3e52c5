import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runAuthly, type CliRun } from '../../../test/cli-run.ts';
import { masterKeyOf } from '../../../test/memory-keys.ts';
import { merchantAt } from '../../../test/bio-merchant.ts';
import { newKey } from '../../keys/new-key.ts';
import { openStore } from '../../storage/open-store.ts';
import type { Store } from '../../storage/port/store.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

describe('authly keys readiness', () => {
  const folder = mkdtempSync(join(tmpdir(), 'authly-cli-'));
  const env = { AUTHLY_ENV: 'test', AUTHLY_DATA_DIR: folder };
  const now = Date.now();
  let [oldKey, newerKey, nextKey] = ['', '', ''];

  async function atStore(work: (store: Store) => Promise<void>): Promise<void> {
    const store = await openStore({ dataDir: folder, databaseUrl: undefined, environment: 'test' });
    await work(store);
    await store.close();
  }
  const authly = (...words: string[]): Promise<CliRun> => runAuthly(['keys', 'readiness', ...words], env);
  async function addKey(store: Store, activatesAt: number): Promise<string> {
    const key = newKey({
      purpose: 'bio-signing',
      environment: 'test',
      master: masterKeyOf(1),
      now: activatesAt - 8 * DAY_MS,
      activatesAt,
    });
    await store.keys.add(key);
    return key.id;
  }

  beforeAll(() =>
    atStore(async (store) => {
      oldKey = await addKey(store, now - 30 * DAY_MS);
      newerKey = await addKey(store, now - DAY_MS);
      for (const id of ['m_ready', 'm_old', 'm_never'])
        await store.merchants.add(merchantAt('https://shop.example', null, { id, name: `Shop ${id}` }));
      await store.keys.noteAcceptance({ merchantId: 'm_ready', keyId: newerKey, lastAcceptedAt: now - 1000 });
      await store.keys.noteAcceptance({ merchantId: 'm_ready', keyId: oldKey, lastAcceptedAt: now - 2 * DAY_MS });
      await store.keys.noteAcceptance({ merchantId: 'm_old', keyId: oldKey, lastAcceptedAt: now - 3 * DAY_MS });
    }),
  );
  afterAll(() => rmSync(folder, { recursive: true }));

  it('lists when each merchant last accepted the active key, and those that have not', async () => {
    const { code, out } = await authly();
    expect(code).toBe(0);
    expect(out).toContain(`Key ${newerKey}, active`);
    expect(out).toMatch(new RegExp(`m_ready +Shop m_ready +${new Date(now - 1000).toISOString()}`));
    expect(out).toMatch(/m_never +Shop m_never +– +–/);
    const notYet = /Not yet: (.+) \(2 of 3\)/.exec(out)?.[1]?.split(', ').sort();
    expect(notYet).toEqual(['m_never', 'm_old']);
  });

  it('--key-id selects another key; an unknown key is rejected', async () => {
    expect(JSON.parse((await authly('--key-id', oldKey, '--json')).out)).toMatchObject({
      key_id: oldKey,
      status: 'retiring',
      not_yet: ['m_never'],
    });
    expect(await authly('--key-id', 'nobody')).toMatchObject({
      code: 1,
      error: expect.stringContaining('there is no bio-signing key nobody') as string,
    });
  });

  it('names an announced key, which no merchant can have accepted', async () => {
    await atStore(async (store) => {
      nextKey = await addKey(store, now + 8 * DAY_MS);
    });
    expect((await authly()).out).toContain(
      `Key ${nextKey} becomes active at ${new Date(now + 8 * DAY_MS).toISOString()}`,
    );
    expect((await authly('--key-id', nextKey)).out).toContain('It signs nothing before its switch');
  });
});
