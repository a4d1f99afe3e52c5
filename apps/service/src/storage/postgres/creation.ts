import { LIMITS } from '@authly/contract/limits';
import type { Session } from '../../session/session.ts';
import { SESSION_COLUMNS, sessionOf, sessionValues } from '../rows.ts';
import { StoreUnavailableError, type Creation, type IdempotencyClaim } from '../store.ts';
import type { Database, Statement } from './database.ts';

const COLUMNS = SESSION_COLUMNS.join(', ');
const VALUES = SESSION_COLUMNS.map((_, i) => `$${i + 1}`).join(', ');
const ID = `$${SESSION_COLUMNS.indexOf('id') + 1}`;
const CREATED_AT = `$${SESSION_COLUMNS.indexOf('created_at') + 1}`;
const claimValue = (n: number): string => `$${SESSION_COLUMNS.length + n}`;

const FIRST_EVENT = `INSERT INTO session_events (session_id, event, from_status, to_status, at) SELECT id, 'create', NULL, status, created_at FROM made`;

const CREATE: Statement = {
  name: 'create',
  text: `WITH made AS (INSERT INTO sessions (${COLUMNS}) VALUES (${VALUES}) RETURNING id, status, created_at) ${FIRST_EVENT}`,
};

// One statement, so one round trip and one transaction. It takes a free key, or one whose claim is dead, and makes nothing
// when a living claim holds it; of two at once the second waits for the first to commit.
const CREATE_WITH_CLAIM: Statement = {
  name: 'create-with-claim',
  text: `
    WITH claimed AS (
      INSERT INTO idempotency_claims AS held (session_id, claimed_at, merchant_id, endpoint, key, fingerprint)
      VALUES (${ID}, ${CREATED_AT}, ${[1, 2, 3, 4].map(claimValue).join(', ')})
      ON CONFLICT (merchant_id, endpoint, key) DO UPDATE
      SET fingerprint = excluded.fingerprint, session_id = excluded.session_id, claimed_at = excluded.claimed_at
      WHERE held.claimed_at <= ${claimValue(5)}
      RETURNING 1
    ), made AS (
      INSERT INTO sessions (${COLUMNS}) SELECT ${VALUES} FROM claimed RETURNING id, status, created_at
    )
    ${FIRST_EVENT}`,
};

const CLAIMED: Statement = {
  name: 'claimed',
  text: `
    SELECT c.fingerprint, ${SESSION_COLUMNS.map((column) => `s.${column}`).join(', ')}
    FROM idempotency_claims c JOIN sessions s ON s.id = c.session_id
    WHERE c.merchant_id = $1 AND c.endpoint = $2 AND c.key = $3`,
};

export async function createSession(
  db: Database,
  session: Session,
  claim: IdempotencyClaim | undefined,
): Promise<Creation> {
  if (claim === undefined) {
    await db.query(CREATE, sessionValues(session));
    return { outcome: 'created' };
  }
  const { merchantId, endpoint, key, fingerprint } = claim;
  const values = [
    ...sessionValues(session),
    merchantId,
    endpoint,
    key,
    fingerprint,
    session.createdAt - LIMITS.idempotencyRetentionMs,
  ];
  // The claim that stood in the way may be erased before it is read: then the key is free.
  for (let attempt = 0; attempt < 3; attempt++) {
    if ((await db.query(CREATE_WITH_CLAIM, values)).count === 1) return { outcome: 'created' };
    const row = (await db.query(CLAIMED, [merchantId, endpoint, key])).rows[0];
    if (row !== undefined)
      return row['fingerprint'] === fingerprint
        ? { outcome: 'replayed', session: sessionOf(row) }
        : { outcome: 'conflict' };
  }
  throw new StoreUnavailableError(
    'busy',
    'the claims of this idempotency key come and go faster than they can be read',
  );
}
