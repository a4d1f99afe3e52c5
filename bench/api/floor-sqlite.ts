import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { LIMITS } from '@authly/contract/limits';
import { SESSION_COLUMNS } from '../../apps/service/src/storage/rows.ts';
import { FINGERPRINT, rowOf, type FloorStore } from './floor-store.ts';

const KEPT_HITS = LIMITS.tokenRequests;

export function sqliteFloor(folder: string): FloorStore {
  const db = new DatabaseSync(join(folder, 'authly.db'));
  db.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL');
  const begin = db.prepare('BEGIN IMMEDIATE');
  const commit = db.prepare('COMMIT');
  const claim = db.prepare(`
    INSERT INTO idempotency_claims (merchant_id, endpoint, key, fingerprint, session_id, claimed_at) VALUES (?, ?, ?, ?, ?, ?)
    ON CONFLICT (merchant_id, endpoint, key) DO UPDATE SET session_id = excluded.session_id WHERE claimed_at <= ?`);
  const session = db.prepare(
    `INSERT INTO sessions (${SESSION_COLUMNS.join(', ')}) VALUES (${SESSION_COLUMNS.map(() => '?').join(', ')})`,
  );
  const event = db.prepare(
    "INSERT INTO session_events (session_id, n, event, from_status, to_status, at) VALUES (?, 0, 'create', NULL, 'created', ?)",
  );
  const find = db.prepare(`SELECT ${SESSION_COLUMNS.join(', ')} FROM sessions WHERE id = ?`);
  const windows = rateWindows(folder);
  return {
    create(creation) {
      const { id, merchantId, idempotencyKey, createdAt } = creation;
      begin.run();
      claim.run(merchantId, 'createEnrollmentSession', idempotencyKey, FINGERPRINT, id, createdAt, 0);
      session.run(...rowOf(creation));
      event.run(id, createdAt);
      commit.run();
    },
    find: (id) => find.get(id),
    countInWindow: (key, now) => windows.count(key, now),
    close() {
      windows.close();
      db.close();
    },
  };
}

function rateWindows(folder: string): { count(key: string, now: number): void; close(): void } {
  const db = new DatabaseSync(join(folder, 'windows.db'));
  db.exec(`
    PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL;
    CREATE TABLE rate_windows (key TEXT PRIMARY KEY, hits BLOB NOT NULL, last_at INTEGER NOT NULL) STRICT, WITHOUT ROWID`);
  const begin = db.prepare('BEGIN IMMEDIATE');
  const commit = db.prepare('COMMIT');
  const read = db.prepare('SELECT hits FROM rate_windows WHERE key = ?');
  const put = db.prepare(
    'INSERT INTO rate_windows (key, hits, last_at) VALUES (?, ?, ?) ON CONFLICT (key) DO UPDATE SET hits = excluded.hits, last_at = excluded.last_at',
  );
  const hit = new Uint8Array(8);
  return {
    count(key, now) {
      begin.run();
      const hits = (read.get(key)?.['hits'] as Uint8Array | undefined) ?? new Uint8Array();
      put.run(key, Buffer.concat([hits.subarray(-8 * (KEPT_HITS - 1)), hit]), now);
      commit.run();
    },
    close: () => db.close(),
  };
}
