import { chmodSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ErasableEnrollments } from '../index.ts';
import { memoryEnrollments } from './memory.ts';
import { postgresEnrollments } from './postgres.ts';
import { openSqlite, sqliteEnrollments } from './sqlite.ts';
import { IS_QUICK } from '../../../../test/kind.ts';
import { openMerchantDatabase, openMerchantFile } from '../../test/merchant-database.ts';
import { DAY, NOW, sampleWrite } from '../../test/sample-write.ts';

/** One suite for every store. */
interface Opened {
  readonly store: ErasableEnrollments;
  close(): Promise<void>;
}

const openings: Record<string, () => Promise<Opened>> = {
  memory: async () => ({ store: memoryEnrollments(), close: async () => undefined }),
  sqlite: async () => {
    const { db, close } = openMerchantFile();
    return { store: sqliteEnrollments(db), close };
  },
  ...(!IS_QUICK && {
    postgres: async () => {
      const { pool, close } = await openMerchantDatabase();
      return { store: postgresEnrollments(pool), close };
    },
  }),
};

describe.each(Object.keys(openings))('%s', (name) => {
  let opened: Opened;
  let store: ErasableEnrollments;
  beforeAll(async () => {
    opened = await openings[name]!();
    store = opened.store;
  });
  afterAll(() => opened.close());

  const find = (merchantUserRef: string, payloadKey = 'RI') =>
    store.find({ merchantUserRef, type: 'fingerprint', payloadKey });

  test('finds a written enrollment with every field', async () => {
    const user = { merchantUserRef: 'whole-ü-指-🙂' };
    const write = sampleWrite('whole', 'f1', user);
    expect(await store.write(write)).toEqual({ outcome: 'stored', answer: write.answer });
    expect(await find(user.merchantUserRef)).toEqual(write.enrollment);
    expect(await find(user.merchantUserRef, 'LI')).toBeUndefined();
  });

  test('keeps types apart, even with equal payload keys', async () => {
    await store.write(sampleWrite('t1', 'f1', { merchantUserRef: 'types' }));
    await store.write(sampleWrite('t2', 'f2', { merchantUserRef: 'types', type: 'another', payloadKey: 'RI' }));
    expect((await find('types'))?.features).toBe('f1');
    expect((await store.find({ merchantUserRef: 'types', type: 'another', payloadKey: 'RI' }))?.features).toBe('f2');
    expect(await store.erase('types')).toBe(2);
  });

  test('a key is valid until the exact time it expires', async () => {
    await store.write(sampleWrite('e1', 'f1', { merchantUserRef: 'exp' }));
    expect((await store.write(sampleWrite('e1', 'f2', { merchantUserRef: 'exp' }, NOW + DAY - 1))).outcome).toBe(
      'conflict',
    );
    expect((await store.write(sampleWrite('e1', 'f2', { merchantUserRef: 'exp' }, NOW + DAY))).outcome).toBe('stored');
    expect((await find('exp'))?.features).toBe('f2');
  });

  test('erases all fingers of one user and no others', async () => {
    await store.write(sampleWrite('x1', 'f1', { merchantUserRef: 'leaver' }));
    await store.write(sampleWrite('x2', 'f2', { merchantUserRef: 'leaver', payloadKey: 'LI' }));
    await store.write(sampleWrite('x3', 'f3', { merchantUserRef: 'stayer' }));
    expect(await store.erase('leaver')).toBe(2);
    expect(await store.erase('leaver')).toBe(0);
    expect(await find('leaver')).toBeUndefined();
    expect((await find('stayer'))?.features).toBe('f3');
  });

  test('a repeat after erasure stores nothing, and its answer does not name the user', async () => {
    const user = { merchantUserRef: 'gone "user"' };
    const write = sampleWrite('gone', 'f1', user);
    const answer = { ...write.answer, merchant_user_ref: user.merchantUserRef };
    await store.write({ ...write, answer });
    expect(await store.erase(user.merchantUserRef)).toBe(1);
    expect(await store.write({ ...write, answer })).toEqual({ outcome: 'replayed', answer: { stored: true } });
    expect(await find(user.merchantUserRef)).toBeUndefined();
  });

  test('of twenty concurrent writes with one key and different bodies, exactly the stored one is found', async () => {
    const writes = Array.from({ length: 20 }, (_, i) => sampleWrite('many', `f${i}`, { merchantUserRef: 'many' }));
    const outcomes = await Promise.all(writes.map((write) => store.write(write)));
    const winners = writes.filter((_, i) => outcomes[i]!.outcome === 'stored');
    expect(winners).toHaveLength(1);
    expect(await find('many')).toEqual(winners[0]!.enrollment);
  });
});

test('sqlite: two connections on one file see the same data', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'authly-merchant-'));
  const [one, two] = [openSqlite(join(folder, 'bio.db')), openSqlite(join(folder, 'bio.db'))];
  await sqliteEnrollments(one).write(sampleWrite('k', 'f1'));
  expect((await sqliteEnrollments(two).write(sampleWrite('k', 'f2'))).outcome).toBe('conflict');
  one.close();
  two.close();
  rmSync(folder, { recursive: true });
});

describe('sqlite: the file', () => {
  let folder: string;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'authly-merchant-'));
  });
  afterAll(() => rmSync(folder, { recursive: true }));
  const filesOf = (name: string) =>
    readdirSync(folder)
      .filter((each) => each.startsWith(name))
      .map((each) => join(folder, each));

  test.each([
    ['a path', (path: string) => path],
    ['a URI', (path: string) => `file:${path}?cache=private`],
  ])('named by %s is for its owner alone, from the beginning', async (kind, named) => {
    const name = `owner-${kind.length}.db`;
    const db = openSqlite(named(join(folder, name)));
    await sqliteEnrollments(db).write(sampleWrite('k', 'f1'));
    expect(filesOf(name).map((file) => (statSync(file).mode & 0o777).toString(8))).toEqual(['600', '600', '600']);
    db.close();
  });

  test('keeps the mode of an existing file; a database in memory has none', () => {
    const path = join(folder, 'shared.db');
    openSqlite(path).close();
    chmodSync(path, 0o640);
    openSqlite(path).close();
    expect(statSync(path).mode & 0o777).toBe(0o640);
    for (const name of ['', ':memory:', 'file::memory:', 'file:x?mode=memory']) openSqlite(name).close();
    expect(existsSync('x')).toBe(false);
  });

  test('contains no byte of an erased user', async () => {
    const db = openSqlite(join(folder, 'erased.db'));
    const store = sqliteEnrollments(db);
    for (let i = 0; i < 200; i++) {
      const write = sampleWrite(`key-${i}`, `planted-features-${i}-${'x'.repeat((i * 97) % 9000)}-planted`, {
        merchantUserRef: i % 2 === 0 ? 'planted-leaver' : `stayer-${i}`,
        payloadKey: `finger-${i}`,
        ...(i % 2 === 1 && { features: `kept-${i}`, encKey: 'k', enrollmentRef: `r-${i}` }),
      });
      const answer = { ...write.answer, merchant_user_ref: write.enrollment.merchantUserRef };
      await store.write({
        ...write,
        bodySha256: `sha-${i}`,
        answer: { ...answer, enrollment_ref: write.enrollment.enrollmentRef },
      });
    }
    const bytes = () =>
      filesOf('erased.db')
        .map((file) => readFileSync(file, 'latin1'))
        .join();
    expect(bytes()).toContain('planted');
    expect(await store.erase('planted-leaver')).toBe(100);
    expect(bytes().match(/planted[\w-]*/g) ?? []).toEqual([]);
    expect(bytes()).toContain('kept-199');
    db.close();
  });
});
