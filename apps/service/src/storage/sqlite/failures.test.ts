import { chmod, mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { openSqliteStore } from '../sqlite.ts';
import { moveOf, NOW, sampleClaim, sampleSession } from '../test/samples.ts';
import { sessionChanges } from './changes.ts';
import { openDatabase, type Database } from './database.ts';
import { eraseSessions } from './erasure.ts';
import { sqliteError } from './errors.ts';
import { migrateDatabase } from './migrate.ts';
import { sqliteSessions } from './sessions.ts';

let parent: string;
let folder: string;
beforeEach(async () => {
  parent = await mkdtemp(join(tmpdir(), 'authly-failures-'));
  folder = join(parent, 'data', 'inner');
});
afterEach(() => rm(parent, { recursive: true }));

const open = (options: { busyTimeoutMs?: number; minFreeBytes?: number } = {}) =>
  openSqliteStore({ folder, environment: 'test', ...options });
/** A migrated database, for one test. */
function opened(): Database {
  const db = openDatabase(join(parent, 'authly.db'), 'FULL');
  onTestFinished(() => db.close());
  migrateDatabase(db);
  return db;
}
const sessionsIn = (db: Database) =>
  sqliteSessions(
    db,
    sessionChanges(db, () => {}),
  );
const unavailable = (reason: string, message: RegExp) => ({
  name: 'StoreUnavailableError',
  reason,
  message: expect.stringMatching(message),
});

describe('a full disk', () => {
  it('fails a creation with disk_full and stores nothing; it works after space is freed', async () => {
    const db = opened();
    const sessions = sessionsIn(db);
    const metadata = { text: 'x'.repeat(4000) };
    const pages = db.sql('PRAGMA page_count').get()!['page_count'] as number;
    db.exec(`PRAGMA max_page_count = ${pages + 20}`);
    const kept = [];
    const failed = { session: sampleSession({ metadata }), claim: sampleClaim() };
    let error: unknown;
    while (error === undefined) {
      failed.session = sampleSession({ metadata });
      try {
        await sessions.create(failed.session, failed.claim);
        kept.push(failed.session);
        failed.claim = sampleClaim();
      } catch (caught) {
        error = caught;
      }
    }
    expect(error).toMatchObject(unavailable('disk_full', /the disk is full: .*authly\.db/));
    expect(kept.length).toBeGreaterThan(0);
    expect(await sessions.find(failed.session.id)).toBeUndefined();
    expect(await sessions.events(failed.session.id)).toEqual([]);
    for (const session of kept) expect(await sessions.find(session.id)).toStrictEqual(session);

    db.exec(`PRAGMA max_page_count = ${pages + 1000}`);
    expect(await sessions.create(failed.session, failed.claim)).toEqual({ outcome: 'created' });
    expect(await sessions.move(moveOf(failed.session, { event: 'open' }))).toBe(true);
    expect(db.sql('PRAGMA integrity_check').get()).toMatchObject({ integrity_check: 'ok' });
  });
});

describe('a disk that is nearly full', () => {
  it('is not ready, although a small write still works', async () => {
    const full = await open({ minFreeBytes: Number.MAX_SAFE_INTEGER });
    await expect(full.check()).rejects.toMatchObject(
      unavailable('disk_full', /the disk is full, or nearly: .* KiB left/),
    );
    await full.settings.set('a', 'b');
    await full.close();
  });
});

describe('a write lock of another process', () => {
  it('blocks no read and no other work of this process, and the writes finish after its release', async () => {
    const store = await open({ busyTimeoutMs: 25_000 });
    const first = sampleSession();
    await store.sessions.create(first);
    const holder = new DatabaseSync(join(folder, 'authly.db'));
    holder.exec('BEGIN IMMEDIATE');
    const second = sampleSession();
    const writes = [
      store.sessions.create(second),
      store.settings.set('a', 'b'),
      store.check(),
      store.sessions.erase(0, 10),
      store.sessions.move(moveOf(first, { event: 'open' })),
    ];
    // A turn of the event loop, which a synchronous wait for the lock would block.
    for (let turn = 0; turn < 3; turn++) await new Promise((resolve) => setImmediate(resolve));
    expect((await store.sessions.find(first.id))!.status).toBe('created');
    expect(await store.sessions.find(second.id)).toBeUndefined();
    holder.exec('ROLLBACK');
    holder.close();
    expect(await Promise.all(writes)).toEqual([{ outcome: 'created' }, undefined, [], 0, true]);
    expect(await store.sessions.find(second.id)).toStrictEqual(second);
    await store.close();
  });

  it('that is not released: busy, for concurrent writes too', async () => {
    const store = await open({ busyTimeoutMs: 50 });
    const holder = new DatabaseSync(join(folder, 'authly.db'));
    holder.exec('BEGIN IMMEDIATE');
    const refused = await Promise.allSettled([
      store.sessions.create(sampleSession()),
      store.sessions.create(sampleSession()),
    ]);
    for (const each of refused) expect(each).toMatchObject({ reason: unavailable('busy', /another process holds/) });
    holder.close();
    expect(await store.sessions.create(sampleSession())).toEqual({ outcome: 'created' });
    await store.close();
  });
});

it('a batch of retention ends after its time limit', async () => {
  const db = opened();
  const sessions = sessionsIn(db);
  await Promise.all(Array.from({ length: 30 }, () => sessions.create(sampleSession())));
  expect(await eraseSessions(db, NOW + 1, 100, 0)).toBe(1);
  expect(await eraseSessions(db, NOW + 1, 100, 60_000)).toBe(29);
});

describe('errors have a message to act on', () => {
  it('a read-only database: read_only, and reads work', async () => {
    const db = opened();
    db.exec('PRAGMA query_only = 1');
    const sessions = sessionsIn(db);
    await expect(sessions.create(sampleSession())).rejects.toMatchObject(unavailable('read_only', /cannot be written/));
    expect(await sessions.list({ limit: 1 })).toEqual([]);
  });

  it('a file that is not a database: unreachable', async () => {
    const text = 'not a database, but long enough to be taken for one by its header alone'.repeat(20);
    await writeFile(join(parent, 'authly.db'), text);
    await expect(openSqliteStore({ folder: parent, environment: 'test' })).rejects.toMatchObject(
      unavailable('unreachable', /is damaged/),
    );
  });

  it('an invalid folder: unreachable or an error with its name', async () => {
    await writeFile(join(parent, 'file'), '');
    await expect(openSqliteStore({ folder: join(parent, 'file', 'below'), environment: 'test' })).rejects.toThrow(
      /file/,
    );
  });

  it.each([
    [{ code: 'ENOSPC' }, 'disk_full'],
    [{ code: 'EROFS' }, 'read_only'],
    [{ code: 'ERR_SQLITE_ERROR', errcode: 13 }, 'disk_full'],
    [{ code: 'ERR_SQLITE_ERROR', errcode: 4874 }, 'disk_full'],
    [{ code: 'ERR_SQLITE_ERROR', errcode: 517 }, 'busy'],
    [{ code: 'ERR_SQLITE_ERROR', errcode: 1032 }, 'read_only'],
    [{ code: 'ERR_SQLITE_ERROR', errcode: 778 }, 'unreachable'],
    [{ code: 'ERR_SQLITE_ERROR', errcode: 14 }, 'unreachable'],
  ])('%j: %s', (fields, reason) => {
    expect(sqliteError(Object.assign(new Error('x'), fields), 'f')).toMatchObject({
      name: 'StoreUnavailableError',
      reason,
    });
  });

  it('other errors pass unchanged', () => {
    const fault = Object.assign(new Error('UNIQUE constraint failed'), { code: 'ERR_SQLITE_ERROR', errcode: 1555 });
    expect(sqliteError(fault, 'f')).toBe(fault);
  });
});

describe('files', () => {
  const mode = async (path: string): Promise<string> => ((await stat(path)).mode & 0o777).toString(8);

  it('a new folder has mode 0700, and every file in it 0600', async () => {
    const store = await open();
    await store.sessions.create(sampleSession());
    await store.rateWindows.take([{ key: 'k', limit: 1 }], 1, 1);
    expect(await mode(folder)).toBe('700');
    for (const name of ['authly.db', 'recent.db'])
      for (const part of ['', '-wal', '-shm']) expect(await mode(join(folder, name + part))).toBe('600');
    await store.close();
  });

  it('a database readable by others gets mode 0600; the folder keeps its mode', async () => {
    await (await open()).close();
    await chmod(folder, 0o755);
    await chmod(join(folder, 'authly.db'), 0o644);
    await (await open()).close();
    expect(await mode(join(folder, 'authly.db'))).toBe('600');
    expect(await mode(folder)).toBe('755');
  });

  it('a lost recent.db is created again, without other effects', async () => {
    const store = await open();
    const session = sampleSession();
    await store.sessions.create(session);
    await store.rateWindows.take([{ key: 'k', limit: 1 }], 60_000, 0);
    await store.close();
    await rm(join(folder, 'recent.db'));
    const again = await open();
    const taken = await again.rateWindows.take([{ key: 'k', limit: 1 }], 60_000, 0);
    expect(taken).toEqual({ allowed: true, retryAfterMs: 0 });
    expect(await again.sessions.find(session.id)).toStrictEqual(session);
    await again.close();
  });

  it('the counts and failed requests of a newer release are kept', async () => {
    const first = await open();
    await first.counts.add(0, [{ name: 'ended', merchantId: 'mer_1', label: 'failed', count: 3 }]);
    await first.close();
    using db = new DatabaseSync(join(folder, 'recent.db'));
    db.exec(
      "ALTER TABLE minute_counts ADD COLUMN newer TEXT; INSERT INTO schema_migrations VALUES (2, 'newer', 'x', 0)",
    );
    const second = await open();
    expect(await second.counts.since(0, 1)).toMatchObject([{ merchantId: 'mer_1', count: 3 }]);
    await second.close();
  });
});

it('a search for part of an id reads the newest 10,000 sessions', async () => {
  const store = await open();
  const db = new DatabaseSync(join(folder, 'authly.db'));
  db.exec(`
    INSERT INTO sessions (id, merchant_id, merchant_user_ref, mode, type, created_at, expires_at, status)
    WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < 10001)
    SELECT printf('ses_%05d', n), 'mer_1', 'u', 'verify', 'fingerprint', n, n, 'created' FROM numbers`);
  db.close();
  const found = async (idPart: string) =>
    (await store.sessions.list({ limit: 9, search: { idPart, merchantIds: [], failureCodes: [] } })).map(
      ({ id }) => id,
    );
  expect([await found('_00001'), await found('_00002')]).toEqual([[], ['ses_00002']]);
  await store.close();
});
