import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openDatabase, type Database } from './database.ts';

let folder: string;
let db: Database;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'authly-group-'));
  db = openDatabase(join(folder, 'a.db'), 'FULL');
  db.exec('CREATE TABLE t (n INTEGER UNIQUE); CREATE TABLE big (text TEXT)');
});
afterEach(async () => {
  db.close();
  await rm(folder, { recursive: true });
});

const stored = (): number[] =>
  db
    .sql('SELECT n FROM t ORDER BY n')
    .all()
    .map((row) => row['n'] as number);
const insert = (n: number) => () => {
  db.sql('INSERT INTO t VALUES (?)').run(n);
  return n;
};

it('writes of one turn of the event loop share a commit, and no result is returned before it', async () => {
  const answers = Promise.all([1, 2, 3].map((n) => db.groupCommit(insert(n))));
  expect(stored()).toEqual([]);
  expect(await answers).toEqual([1, 2, 3]);
  expect(stored()).toEqual([1, 2, 3]);
});

it('a failed job is rolled back completely, and the others are not', async () => {
  const [one, two, three] = await Promise.allSettled([
    db.groupCommit(insert(1)),
    db.groupCommit(() => {
      insert(2)();
      throw new Error('half way');
    }),
    db.groupCommit(insert(3)),
  ]);
  expect([one, three]).toMatchObject([{ value: 1 }, { value: 3 }]);
  expect(two).toMatchObject({ reason: { message: 'half way' } });
  expect(stored()).toEqual([1, 3]);
});

it('a later job sees the changes of an earlier one', async () => {
  const outcomes = await Promise.allSettled([db.groupCommit(insert(1)), db.groupCommit(insert(1))]);
  expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected']);
});

it('on a full disk no job reports success that is not stored', async () => {
  db.exec('PRAGMA cache_size = 5; PRAGMA max_page_count = 20');
  const write = (n: number, size: number) =>
    db.groupCommit(() => {
      insert(n)();
      db.sql('INSERT INTO big VALUES (?)').run('x'.repeat(size));
      return n;
    });
  const outcomes = await Promise.allSettled([write(1, 10), write(2, 200_000), write(3, 10)]);
  const answered = outcomes.flatMap((outcome) => (outcome.status === 'fulfilled' ? [outcome.value] : []));
  expect(stored()).toEqual(answered);
  expect(outcomes[1]).toMatchObject({
    status: 'rejected',
    reason: { name: 'StoreUnavailableError', reason: 'disk_full' },
  });
  expect(await write(4, 10)).toBe(4);
});

it('closing stores the waiting jobs', async () => {
  const answer = db.groupCommit(insert(1));
  db.close();
  expect(await answer).toBe(1);
  db = openDatabase(join(folder, 'a.db'), 'FULL');
  expect(stored()).toEqual([1]);
});

it('after closing every write fails', async () => {
  db.close();
  await expect(db.groupCommit(insert(1))).rejects.toMatchObject({
    name: 'StoreUnavailableError',
    reason: 'unreachable',
  });
});
