import { LIMITS } from '@authly/contract/wire/limits';
import type { Instant, Session } from '../../session/session.ts';
import { SESSION_COLUMNS, sessionOf, sessionValues } from '../session-rows.ts';
import type { Creation, EarlierCreation, IdempotencyClaim } from '../port/store.ts';
import type { Database } from './database.ts';

const INSERT = `INSERT INTO sessions (${SESSION_COLUMNS.join(', ')}) VALUES (${SESSION_COLUMNS.map(() => '?').join(', ')})`;

const FIRST_EVENT =
  "INSERT INTO session_events (session_id, seq, event, from_status, to_status, at) VALUES (?, 0, 'create', NULL, ?, ?)";

// Takes a free key or an expired claim. Changes no row while a live claim holds the key.
const CLAIM = `
  INSERT INTO idempotency_claims (merchant_id, endpoint, key, fingerprint, session_id, claimed_at) VALUES (?, ?, ?, ?, ?, ?)
  ON CONFLICT (merchant_id, endpoint, key) DO UPDATE
  SET fingerprint = excluded.fingerprint, session_id = excluded.session_id, claimed_at = excluded.claimed_at
  WHERE claimed_at <= ?`;

const CLAIMED = `
  SELECT c.fingerprint, ${SESSION_COLUMNS.map((column) => `s.${column}`).join(', ')}
  FROM idempotency_claims c JOIN sessions s ON s.id = c.session_id
  WHERE c.merchant_id = ? AND c.endpoint = ? AND c.key = ? AND c.claimed_at > ?`;

export function createSession(db: Database, session: Session, claim: IdempotencyClaim | undefined): Promise<Creation> {
  return db.groupCommit(() => {
    if (claim !== undefined && !takeClaim(db, session, claim)) return earlierCreation(db, claim, session.createdAt)!;
    db.sql(INSERT).run(...sessionValues(session));
    db.sql(FIRST_EVENT).run(session.id, session.status, session.createdAt);
    return { outcome: 'created' };
  });
}

function takeClaim(
  db: Database,
  session: Session,
  { merchantId, endpoint, key, fingerprint }: IdempotencyClaim,
): boolean {
  const deadSince = session.createdAt - LIMITS.idempotencyRetentionMs;
  return (
    db.sql(CLAIM).run(merchantId, endpoint, key, fingerprint, session.id, session.createdAt, deadSince).changes === 1
  );
}

export function earlierCreation(
  db: Database,
  { merchantId, endpoint, key, fingerprint }: IdempotencyClaim,
  now: Instant,
): EarlierCreation | undefined {
  const row = db.sql(CLAIMED).get(merchantId, endpoint, key, now - LIMITS.idempotencyRetentionMs);
  if (row === undefined) return undefined;
  return row['fingerprint'] === fingerprint
    ? { outcome: 'replayed', session: sessionOf(row) }
    : { outcome: 'conflict' };
}
