import { existsSync, statSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openDatabase, type Database } from './database.ts';
import { LAST_RESORT_PAGES, PAGES } from './write-back.ts';

const PAGE_BYTES = 4096;
let folder: string;
let file: string;
let db: Database;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'authly-back-'));
  file = join(folder, 'a.db');
  db = openDatabase(file, 'NORMAL');
  db.exec('CREATE TABLE t (bytes BLOB)');
});
afterEach(async () => {
  db.close();
  await rm(folder, { recursive: true });
});

/** In commits of 100 pages. */
function write(pages: number): void {
  for (let written = 0; written < pages; written += 100)
    db.transaction(() => db.sql('INSERT INTO t VALUES (zeroblob(?))').run(100 * PAGE_BYTES));
}

it('a write-ahead log that has become long is written back while the process goes on, and used again from its beginning', async () => {
  write(PAGES + 400);
  await db.writtenBack(PAGES);
  expect(statSync(file).size).toBeGreaterThan(PAGES * PAGE_BYTES);
  const longest = statSync(`${file}-wal`).size;
  for (let i = 0; i < 5; i++) {
    write(PAGES + 400);
    await db.writtenBack(1);
  }
  expect(statSync(`${file}-wal`).size).toBeLessThan(1.5 * longest);
});

it('a short one is left', async () => {
  write(400);
  await db.writtenBack(PAGES);
  expect(statSync(file).size).toBeLessThan(20 * PAGE_BYTES);
});

it('where no turn of the event loop comes, a commit writes it back as a last resort', () => {
  write(LAST_RESORT_PAGES + 400);
  expect(statSync(`${file}-wal`).size).toBeLessThan(1.2 * LAST_RESORT_PAGES * PAGE_BYTES);
  expect(statSync(file).size).toBeGreaterThan(LAST_RESORT_PAGES * PAGE_BYTES);
});

it('a database that is closed meanwhile is left whole, without a log', async () => {
  write(PAGES + 400);
  const written = db.writtenBack(PAGES);
  db.close();
  await written;
  expect(existsSync(`${file}-wal`)).toBe(false);
  db = openDatabase(file, 'NORMAL');
  expect(db.sql('SELECT count(*) AS n FROM t').get()).toEqual({ n: 14 });
});

it('one whose file is gone is not made anew', async () => {
  write(PAGES + 400);
  await rm(file);
  await db.writtenBack(PAGES);
  expect(existsSync(file)).toBe(false);
});
