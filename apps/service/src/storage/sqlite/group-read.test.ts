import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openDatabase, type Database } from './database.ts';

let folder: string;
let db: Database;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'authly-read-'));
  db = openDatabase(join(folder, 'a.db'), 'NORMAL');
  db.exec('CREATE TABLE t (n INTEGER); INSERT INTO t VALUES (1)');
});
afterEach(async () => {
  db.close();
  await rm(folder, { recursive: true });
});

const count = (): number => db.sql('SELECT count(*) AS n FROM t').get()!['n'] as number;

it('readings of one turn are answered together, each with its own answer, and hold nothing afterwards', async () => {
  const [one, two] = await Promise.all([db.readTogether(count), db.readTogether(() => count() + 1)]);
  expect([one, two, db.isTransaction()]).toEqual([1, 2, false]);
});

it('a reading that fails is nobody else’s failure', async () => {
  const outcomes = await Promise.allSettled([
    db.readTogether(count),
    db.readTogether(() => db.sql('SELECT nothing FROM nowhere').get()),
    db.readTogether(count),
  ]);
  expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
  expect(db.isTransaction()).toBe(false);
});

it('sees what was written before it was asked for', async () => {
  await db.answerTogether(() => db.sql('INSERT INTO t VALUES (2)').run());
  expect(await Promise.all([db.readTogether(count), db.readTogether(count)])).toEqual([2, 2]);
});

it('is refused once the database is closed', async () => {
  const asked = db.readTogether(count);
  db.close();
  await expect(asked).rejects.toMatchObject({ name: 'StoreUnavailableError' });
});
