import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { LIMITS } from '@authly/contract/wire/limits';
import { Pool } from 'pg';

/** Session id, merchant, user reference, return URL, metadata, created and expires. */
type SessionRow = readonly [string, string, string, string, string, number, number];

/** Only the SQL statements of the three calls, on the service's own tables. */
export interface FloorStore {
  /** Idempotency key, session and first event in one transaction. */
  create(row: SessionRow, idempotencyKey: string): unknown;
  find(id: string): Record<string, unknown> | undefined | Promise<Record<string, unknown> | undefined>;
  /** A client with its secrets, and its merchant. */
  findClient(id: string): unknown;
  /** Adds a hit to a rate window and keeps at most as many hits as the limit. */
  countInWindow(key: string, now: number): unknown;
}

const COLUMNS = 'id, merchant_id, merchant_user_ref, return_url, metadata, created_at, expires_at, mode, type, status';
const CLAIM_COLUMNS = 'session_id, merchant_id, claimed_at, key, endpoint, fingerprint';
const CLIENT =
  'SELECT * FROM clients c JOIN client_secrets s ON s.client_id = c.id JOIN merchants m ON m.id = c.merchant_id';
const FIXED = "'enroll', 'fingerprint', 'created'";
const CLAIM_FIXED = `'createEnrollmentSession', '${'0123456789abcdef'.repeat(4)}'`;

export function sqliteFloor(folder: string): FloorStore {
  const db = new DatabaseSync(join(folder, 'authly.db'));
  db.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL');
  const [begin, commit] = [db.prepare('BEGIN IMMEDIATE'), db.prepare('COMMIT')];
  const claim = db.prepare(`INSERT INTO idempotency_claims (${CLAIM_COLUMNS}) VALUES (?, ?, ?, ?, ${CLAIM_FIXED})`);
  const session = db.prepare(`INSERT INTO sessions (${COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, ?, ${FIXED})`);
  const event = db.prepare(
    "INSERT INTO session_events (session_id, seq, event, from_status, to_status, at) VALUES (?, 0, 'create', NULL, 'created', ?)",
  );
  const find = db.prepare('SELECT * FROM sessions WHERE id = ?');
  const findClient = db.prepare(`${CLIENT} WHERE c.id = ?`);
  return {
    create(row, idempotencyKey) {
      const [id, merchantId, , , , createdAt] = row;
      begin.run();
      claim.run(id, merchantId, createdAt, idempotencyKey);
      session.run(...row);
      event.run(id, createdAt);
      commit.run();
    },
    find: (id) => find.get(id),
    findClient: (id) => findClient.get(id),
    countInWindow: sqliteWindows(folder),
  };
}

function sqliteWindows(folder: string): FloorStore['countInWindow'] {
  const db = new DatabaseSync(join(folder, 'windows.db'));
  db.exec(`
    PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL;
    CREATE TABLE IF NOT EXISTS rate_windows (key TEXT PRIMARY KEY, hits BLOB NOT NULL, last_at INTEGER NOT NULL) STRICT, WITHOUT ROWID`);
  const read = db.prepare('SELECT hits FROM rate_windows WHERE key = ?');
  const put = db.prepare('INSERT OR REPLACE INTO rate_windows (key, hits, last_at) VALUES (?, ?, ?)');
  const hit = new Uint8Array(8);
  return (key, now) => {
    const hits = (read.get(key)?.['hits'] as Uint8Array | undefined) ?? new Uint8Array();
    put.run(key, Buffer.concat([hits.subarray(-8 * (LIMITS.tokenRequests - 1)), hit]), now);
  };
}

const CREATE = `
  WITH claimed AS (INSERT INTO idempotency_claims (${CLAIM_COLUMNS}) VALUES ($1, $2, $6, $8, ${CLAIM_FIXED}) RETURNING 1),
  made AS (INSERT INTO sessions (${COLUMNS}) SELECT $1, $2, $3, $4, $5, $6::bigint, $7::bigint, ${FIXED} FROM claimed RETURNING id, created_at)
  INSERT INTO session_events (session_id, event, from_status, to_status, at) SELECT id, 'create', NULL, 'created', created_at FROM made`;
const COUNT = `
  INSERT INTO rate_windows AS w (key, hits, last_at) VALUES ($1, ARRAY[$2::bigint], $2)
  ON CONFLICT (key) DO UPDATE SET hits = w.hits[greatest(1, cardinality(w.hits) - ${LIMITS.tokenRequests} + 2):] || $2::bigint, last_at = $2`;

export function postgresFloor(connectionString: string): FloorStore {
  const pool = new Pool({ connectionString, max: 10 });
  return {
    create: (row, idempotencyKey) => pool.query({ name: 'create', text: CREATE, values: [...row, idempotencyKey] }),
    find: async (id) =>
      (await pool.query({ name: 'find', text: 'SELECT * FROM sessions WHERE id = $1', values: [id] })).rows[0],
    findClient: (id) => pool.query({ name: 'client', text: `${CLIENT} WHERE c.id = $1`, values: [id] }),
    countInWindow: (key, now) => pool.query({ name: 'count', text: COUNT, values: [key, now] }),
  };
}
