import { closeSync, openSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { DatabaseSync } from 'node:sqlite';
import type { Enrollment, EnrollmentWriteOutcome, ErasableEnrollments, NonceStore } from '../bio/stores.ts';
import { type Clock, systemClock } from '../clock.ts';
import {
  ANSWER_AFTER_ERASURE,
  answerAgain,
  type EarlierClaim,
  enrollmentRow,
  SELECT_ENROLLMENT,
  tables,
} from './tables.ts';
import { WriteAheadLog } from './write-ahead-log.ts';

/** Opens or creates the file, for its owner only, with the tables. Needs Node 24. `close()` it when the server ends. */
export function openSqlite(path: string): DatabaseSync {
  // A static import would fail without an explanation on an older Node.
  const sqlite = process.getBuiltinModule?.('node:sqlite');
  if (sqlite === undefined)
    throw new Error(
      `openSqlite needs Node 24 or newer; this is ${process.version}. Use another store, such as Postgres.`,
    );
  const file = fileOf(path);
  // SQLite would make it readable for others. Its side files get the same mode.
  if (file !== undefined) closeSync(openSync(file, 'a', 0o600));
  const db = new sqlite.DatabaseSync(path, { timeout: 5000 });
  // Overwritten enrollment data must not stay in free pages, and a crash must not lose an answered store.
  db.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA secure_delete = ON;');
  db.exec(tables('INTEGER', ' STRICT'));
  return db;
}

function fileOf(path: string): string | undefined {
  if (path === '' || path === ':memory:') return undefined;
  if (!path.startsWith('file:')) return path;
  // SQLite also accepts relative file URIs.
  const [name = '', query] = path.slice('file:'.length).split('?', 2);
  if (/(?:^|&)mode=memory(?:&|$)/.test(query ?? '') || name === ':memory:') return undefined;
  return name.startsWith('/') ? fileURLToPath(new URL(`file:${name}`)) : decodeURIComponent(name);
}

/** Enrollments and idempotency keys in SQLite. */
export function sqliteEnrollments(db: DatabaseSync): ErasableEnrollments {
  const claimed = db.prepare('SELECT body_sha256, answer FROM authly_idempotency WHERE key = ? AND expires_at > ?');
  const forget = db.prepare('DELETE FROM authly_idempotency WHERE expires_at <= ?');
  const claim = db.prepare('INSERT INTO authly_idempotency (key, body_sha256, answer, expires_at) VALUES (?, ?, ?, ?)');
  const put = db.prepare('INSERT OR REPLACE INTO authly_enrollments VALUES (?, ?, ?, ?, ?, ?, ?, ?)');
  const get = db.prepare(`${SELECT_ENROLLMENT} WHERE merchant_user_ref = ? AND type = ? AND finger = ?`);
  const erase = db.prepare('DELETE FROM authly_enrollments WHERE merchant_user_ref = ?');
  const strip = db.prepare(
    "UPDATE authly_idempotency SET answer = ? WHERE json_extract(answer, '$.merchant_user_ref') = ?",
  );
  const log = new WriteAheadLog(db);
  // An earlier process may have ended during a read.
  log.empty();
  return {
    async write({ enrollment, idempotencyKey, bodySha256, answer, now, keyExpiresAt }) {
      const written = inTransaction(db, (): EnrollmentWriteOutcome => {
        const earlier = claimed.get(idempotencyKey, now) as EarlierClaim | undefined;
        if (earlier !== undefined) return answerAgain(earlier, bodySha256);
        forget.run(now);
        claim.run(idempotencyKey, bodySha256, JSON.stringify(answer), keyExpiresAt);
        put.run(...enrollmentRow(enrollment));
        return { outcome: 'stored', answer };
      });
      log.emptyIfDue();
      return written;
    },
    async find({ merchantUserRef, type, payloadKey }) {
      const row = get.get(merchantUserRef, type, payloadKey);
      return row && ({ ...row } as object as Enrollment);
    },
    async erase(merchantUserRef) {
      const erased = inTransaction(db, () => {
        strip.run(JSON.stringify(ANSWER_AFTER_ERASURE), merchantUserRef);
        return Number(erase.run(merchantUserRef).changes);
      });
      log.empty();
      return erased;
    },
  };
}

/** Used nonces in SQLite. */
export function sqliteNonces(
  db: DatabaseSync,
  { clock = systemClock }: { clock?: Pick<Clock, 'now'> | undefined } = {},
): NonceStore {
  const seen = db.prepare('SELECT 1 FROM authly_nonces WHERE nonce = ? AND expires_at > ?');
  const forget = db.prepare('DELETE FROM authly_nonces WHERE expires_at <= ?');
  const claim = db.prepare('INSERT OR IGNORE INTO authly_nonces (nonce, expires_at) VALUES (?, ?)');
  return {
    async has(nonce) {
      return seen.get(nonce, clock.now()) !== undefined;
    },
    async claim(nonce, keepMs) {
      return inTransaction(db, () => {
        forget.run(clock.now());
        return claim.run(nonce, clock.now() + keepMs).changes === 1;
      });
    },
  };
}

/** IMMEDIATE takes the write lock first, so that two processes cannot both find a key unclaimed. */
function inTransaction<Result>(db: DatabaseSync, work: () => Result): Result {
  db.exec('BEGIN IMMEDIATE');
  try {
    const result = work();
    db.exec('COMMIT');
    return result;
  } catch (error) {
    if (db.isTransaction) db.exec('ROLLBACK');
    throw error;
  }
}
