import { LIMITS } from '@authly/contract/wire/limits';
import type { Instant, Session } from '../../session/session.ts';
import { Batch } from '../batch.ts';
import { SESSION_COLUMNS, sessionOf, sessionValues } from '../session-rows.ts';
import { StoreUnavailableError, type Creation, type EarlierCreation, type IdempotencyClaim } from '../port/store.ts';
import type { Database, Statement } from './database.ts';

const COLUMNS = SESSION_COLUMNS.join(', ');

// One statement is one round trip and one transaction. $1: sessions, $2: claims, $3: ids of sessions without a claim, $4: lifetime of a claim. A
// claim takes a free or expired key. While a live claim holds the key, the session is not created. A second process waits for the first to
// commit.
const CREATE: Statement = {
  name: 'create',
  text: `
    WITH claimed AS (
      INSERT INTO idempotency_claims AS held (session_id, claimed_at, merchant_id, endpoint, key, fingerprint)
      SELECT session_id, claimed_at, merchant_id, endpoint, key, fingerprint
      FROM json_populate_recordset(NULL::idempotency_claims, $2::json)
      ON CONFLICT (merchant_id, endpoint, key) DO UPDATE
      SET fingerprint = excluded.fingerprint, session_id = excluded.session_id, claimed_at = excluded.claimed_at
      WHERE held.claimed_at <= excluded.claimed_at - $4::bigint
      RETURNING session_id
    ), created AS (
      INSERT INTO sessions (${COLUMNS}) SELECT ${COLUMNS} FROM json_populate_recordset(NULL::sessions, $1::json)
      WHERE id = ANY($3::text[]) OR id IN (SELECT session_id FROM claimed)
      RETURNING id, status, created_at
    ), events AS (
      INSERT INTO session_events (session_id, event, from_status, to_status, at)
      SELECT id, 'create', NULL, status, created_at FROM created
    )
    SELECT id FROM created`,
};

const CLAIMED: Statement = {
  name: 'claimed',
  text: `
    SELECT c.fingerprint, ${SESSION_COLUMNS.map((column) => `s.${column}`).join(', ')}
    FROM idempotency_claims c JOIN sessions s ON s.id = c.session_id
    WHERE c.merchant_id = $1 AND c.endpoint = $2 AND c.key = $3 AND c.claimed_at > $4`,
};

interface Call {
  readonly session: Session;
  readonly claim: IdempotencyClaim | undefined;
}

export const creations = (db: Database): Batch<Call, Creation> =>
  new Batch(
    async (calls) => {
      const created = await insert(db, calls);
      return calls.map((call) => (created.has(call.session.id) ? { outcome: 'created' } : heldBack(db, call)));
    },
    ({ claim }) => (claim ? [keyOf(claim)] : []),
  );

const keyOf = ({ merchantId, endpoint, key }: IdempotencyClaim): string => JSON.stringify([merchantId, endpoint, key]);

/** Returns the ids of the created sessions. */
async function insert(db: Database, calls: readonly Call[]): Promise<ReadonlySet<unknown>> {
  const claims = calls.flatMap(({ session, claim }) => (claim ? [{ session, claim, key: keyOf(claim) }] : []));
  // All processes lock keys in the same order, so that they cannot deadlock.
  claims.sort((a, b) => (a.key < b.key ? -1 : 1));
  const { rows } = await db.query(CREATE, [
    JSON.stringify(calls.map(({ session }) => sessionRow(session))),
    JSON.stringify(claims.map(claimRow)),
    calls.flatMap(({ session, claim }) => (claim ? [] : [session.id])),
    LIMITS.idempotencyRetentionMs,
  ]);
  return new Set(rows.map((row) => row['id']));
}

function sessionRow(session: Session): object {
  const values = sessionValues(session);
  return Object.fromEntries(SESSION_COLUMNS.map((column, i) => [column, values[i]]));
}

const claimRow = ({ session, claim }: { readonly session: Session; readonly claim: IdempotencyClaim }): object => ({
  session_id: session.id,
  claimed_at: session.createdAt,
  merchant_id: claim.merchantId,
  endpoint: claim.endpoint,
  key: claim.key,
  fingerprint: claim.fingerprint,
});

/** Another claim holds the key. If that claim is erased before it is read, the key is free. */
async function heldBack(db: Database, call: Call): Promise<Creation> {
  for (let attempt = 0; attempt < 3; attempt++) {
    const earlier = await earlierCreation(db, call.claim!, call.session.createdAt);
    if (earlier !== undefined) return earlier;
    if ((await insert(db, [call])).size === 1) return { outcome: 'created' };
  }
  throw new StoreUnavailableError('busy', 'claims of this idempotency key come and go faster than they can be read');
}

export async function earlierCreation(
  db: Database,
  { merchantId, endpoint, key, fingerprint }: IdempotencyClaim,
  now: Instant,
): Promise<EarlierCreation | undefined> {
  const { rows } = await db.query(CLAIMED, [merchantId, endpoint, key, now - LIMITS.idempotencyRetentionMs]);
  const [row] = rows;
  if (row === undefined) return undefined;
  return row['fingerprint'] === fingerprint
    ? { outcome: 'replayed', session: sessionOf(row) }
    : { outcome: 'conflict' };
}
