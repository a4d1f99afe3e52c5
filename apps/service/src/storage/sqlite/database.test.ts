import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { openDatabase } from './database.ts';

const [NORMAL, FULL] = [1, 2];

it('what may be undone does not wait for the disk, and whatever comes after it does again, also when it failed', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'authly-database-'));
  const db = openDatabase(join(folder, 'a.db'), 'FULL');
  db.exec('CREATE TABLE t (a INTEGER)');
  let asked = 0;
  // SQLite answers when a statement is prepared, so each is a new one.
  const level = (): unknown => db.sql(`PRAGMA synchronous -- ${++asked}`).get()!['synchronous'];
  const add = (): unknown => {
    db.sql('INSERT INTO t VALUES (1)').run();
    return level();
  };
  const count = (): unknown => db.sql('SELECT count(*) AS n FROM t').get()!['n'];
  expect(await db.answerUnflushed(add)).toBe(NORMAL);
  expect(await db.answerAtomically(add)).toBe(FULL);
  const failed = db.answerUnflushed(() => {
    add();
    throw new Error('failed');
  });
  await expect(failed).rejects.toThrow('failed');
  expect(await db.answerTogether(add)).toBe(FULL);
  expect(count()).toBe(3);
  db.close();
  await rm(folder, { recursive: true });
});
