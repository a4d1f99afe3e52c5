import { LIMITS } from '@authly/contract/limits';
import type { Session } from '../../session/session.ts';
import { SESSION_COLUMNS, sessionOf, sessionValues } from '../rows.ts';
import { StoreUnavailableError, type Creation, type IdempotencyClaim } from '../store.ts';
import type { Database, Statement } from './database.ts';
import { Together } from './together.ts';

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

// The same for several: those whose key is held are not made. $3: those without a key.
const CREATE_MANY: Statement = {
  name: 'create-many',
  text: `
    WITH claimed AS (
      INSERT INTO idempotency_claims AS held (session_id, claimed_at, merchant_id, endpoint, key, fingerprint)
      SELECT session_id, claimed_at, merchant_id, endpoint, key, fingerprint FROM json_populate_recordset(NULL::idempotency_claims, $2::json)
      ON CONFLICT (merchant_id, endpoint, key) DO UPDATE
      SET fingerprint = excluded.fingerprint, session_id = excluded.session_id, claimed_at = excluded.claimed_at
      WHERE held.claimed_at <= excluded.claimed_at - $4::bigint
      RETURNING session_id
    ), made AS (
      INSERT INTO sessions (${COLUMNS}) SELECT ${COLUMNS} FROM json_populate_recordset(NULL::sessions, $1::json)
      WHERE id = ANY($3::text[]) OR id IN (SELECT session_id FROM claimed)
      RETURNING id, status, created_at
    ), written AS (
      ${FIRST_EVENT}
    )
    SELECT id FROM made`,
};

const CLAIMED: Statement = {
  name: 'claimed',
  text: `
    SELECT c.fingerprint, ${SESSION_COLUMNS.map((column) => `s.${column}`).join(', ')}
    FROM idempotency_claims c JOIN sessions s ON s.id = c.session_id
    WHERE c.merchant_id = $1 AND c.endpoint = $2 AND c.key = $3`,
};

interface Call {
  readonly session: Session;
  readonly claim: IdempotencyClaim | undefined;
}

export const creations = (db: Database): Together<Call, Creation> =>
  new Together({
    one: (call) => createSession(db, call),
    many: (calls) => createSessions(db, calls),
    keyOf: ({ claim }) => claim && keyOf(claim),
  });

const keyOf = ({ merchantId, endpoint, key }: IdempotencyClaim): string => JSON.stringify([merchantId, endpoint, key]);

async function createSessions(db: Database, calls: readonly Call[]): Promise<(Creation | undefined)[]> {
  const claims = calls.flatMap(({ session, claim }) =>
    claim === undefined ? [] : [{ session, claim, of: keyOf(claim) }],
  );
  // Two processes that want the same keys take them in the same order, so that neither waits for the other for ever.
  claims.sort((a, b) => (a.of < b.of ? -1 : 1));
  const { rows } = await db.query(CREATE_MANY, [
    JSON.stringify(calls.map(({ session }) => sessionRow(session))),
    JSON.stringify(claims.map(claimRow)),
    calls.flatMap(({ session, claim }) => (claim === undefined ? [session.id] : [])),
    LIMITS.idempotencyRetentionMs,
  ]);
  const made = new Set(rows.map((row) => row['id']));
  return calls.map(({ session }) => (made.has(session.id) ? { outcome: 'created' } : undefined));
}

/** What is absent is left out: most of a new session is. */
function sessionRow(session: Session): object {
  const row: Record<string, unknown> = {};
  sessionValues(session).forEach((value, i) => {
    if (value !== null) row[SESSION_COLUMNS[i]!] = value;
  });
  return row;
}

const claimRow = ({ session, claim }: { readonly session: Session; readonly claim: IdempotencyClaim }): object => ({
  session_id: session.id,
  claimed_at: session.createdAt,
  merchant_id: claim.merchantId,
  endpoint: claim.endpoint,
  key: claim.key,
  fingerprint: claim.fingerprint,
});

async function createSession(db: Database, { session, claim }: Call): Promise<Creation> {
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
