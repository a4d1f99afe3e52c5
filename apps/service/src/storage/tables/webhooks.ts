import type { WebhookDelivery, WebhookEndpoint, WebhookSecret } from '../../merchants/webhook.ts';
import type { Instant } from '../../session/session.ts';
import type { WebhookStore } from '../port/store.ts';
import { appendEntry, change } from './audit.ts';
import { changesOne, recordOf, run, type Row, type Tables, type Work } from './table-access.ts';

export const WEBHOOK_RETRY_MS = 24 * 60 * 60 * 1000;
/** Limits a transaction of an operator action, so that other writes can run in between. */
export const WEBHOOK_BATCH = 500;

export const DELIVERY = recordOf<WebhookDelivery>('webhook_outbox', [
  'sessionId',
  'merchantId',
  'mode',
  'at',
  'until',
  'attempts',
  'dueAt',
  'deliveredAt',
  'attemptLog',
]);

/** Keeps about the last 50 delivery attempts of an event. */
export const ATTEMPT_LOG_CHARS = 3000;

/** The merchants with such events, by one step in the partial index for each. So other endpoints are not read, nor is a backlog. */
const merchantsWith = (name: string, condition: string): string => `
  ${name} (merchant_id) AS (
    SELECT (SELECT merchant_id FROM webhook_outbox WHERE ${condition} ORDER BY merchant_id LIMIT 1)
    UNION ALL
    SELECT (SELECT o.merchant_id FROM webhook_outbox o WHERE o.merchant_id > m.merchant_id AND ${condition} ORDER BY o.merchant_id LIMIT 1)
    FROM ${name} m WHERE m.merchant_id IS NOT NULL)`;
const IS_WAITING = 'due_at IS NOT NULL';
const IS_GIVEN_UP = 'due_at IS NULL AND delivered_at IS NULL';
export const WAITING = merchantsWith('waiting', IS_WAITING);

/** The frequent statements, written for each database. */
export interface Outbox extends Pick<WebhookStore, 'lease' | 'delivered' | 'failed'> {
  /** Makes the undelivered ones of these events due. Returns their number. */
  readonly retryBatch: (sessionIds: readonly string[], now: Instant) => Promise<number>;
  /** Erases most events of a merchant in batches. New or leased ones may remain. */
  readonly forgetMost: (merchantId: string) => Promise<void>;
}

const endpointsWhere = (where = ''): string => `
  SELECT e.merchant_id, e.url, e.ca_pem, e.created_at, e.failing_since, e.disabled_at, e.paused_at, e.tests,
    s.id AS secret_id, s.sealed AS secret_sealed, s.created_at AS secret_created_at
  FROM webhook_endpoints e LEFT JOIN webhook_secrets s ON s.merchant_id = e.merchant_id ${where}
  ORDER BY e.created_at, e.merchant_id, s.seq DESC`;
const ENDPOINT = endpointsWhere('WHERE e.merchant_id = $1');
const TROUBLED = endpointsWhere(
  'WHERE e.failing_since IS NOT NULL OR e.disabled_at IS NOT NULL OR e.paused_at IS NOT NULL',
);
const ADD = `
  INSERT INTO webhook_endpoints (merchant_id, url, ca_pem, created_at) SELECT $1, $2, $3, $4
  WHERE EXISTS (SELECT 1 FROM merchants WHERE id = $1) ON CONFLICT DO NOTHING`;
const CHANGE = `
  UPDATE webhook_endpoints SET url = $2, ca_pem = $3, failing_since = $4, disabled_at = $5, tests = $6 WHERE merchant_id = $1`;
const TESTS_KEPT = 10;
const SET_TESTS = 'UPDATE webhook_endpoints SET tests = $2 WHERE merchant_id = $1';
const DISABLE = 'UPDATE webhook_endpoints SET disabled_at = $2 WHERE merchant_id = $1 AND disabled_at IS NULL';
const ENABLE = 'UPDATE webhook_endpoints SET failing_since = NULL, disabled_at = NULL WHERE merchant_id = $1';
const OLDEST_DUE = `
  WITH RECURSIVE ${WAITING}
  SELECT min(CASE WHEN
    (SELECT disabled_at IS NULL AND paused_at IS NULL FROM webhook_endpoints e WHERE e.merchant_id = w.merchant_id)
    THEN (SELECT min(due_at) FROM webhook_outbox o WHERE o.merchant_id = w.merchant_id AND o.due_at IS NOT NULL) END) AS due_at
  FROM waiting w`;
const PAUSE = 'UPDATE webhook_endpoints SET paused_at = $2 WHERE merchant_id = $1 AND paused_at IS NULL';
const UNPAUSE =
  'UPDATE webhook_endpoints SET paused_at = NULL, failing_since = NULL WHERE merchant_id = $1 AND paused_at IS NOT NULL';
// Serializes changes: the second sees what the first one wrote.
const LOCK = 'SELECT url, ca_pem, tests FROM webhook_endpoints WHERE merchant_id = $1 FOR UPDATE';
const ADD_SECRET = 'INSERT INTO webhook_secrets (id, merchant_id, sealed, created_at) VALUES ($1, $2, $3, $4)';
const FORGET_OLD_SECRETS = `
  DELETE FROM webhook_secrets WHERE merchant_id = $1 AND seq NOT IN
  (SELECT seq FROM webhook_secrets WHERE merchant_id = $1 ORDER BY seq DESC LIMIT 2)`;
const RELEASE =
  'UPDATE webhook_outbox SET due_at = $1 WHERE session_id = $2 AND attempts = $3 AND delivered_at IS NULL';
const RETRY_ONE = `
  UPDATE webhook_outbox SET due_at = $1, until = $2, delivered_at = NULL, attempts = 0
  WHERE merchant_id = $3 AND session_id = $4`;
// Pages include delivered events, so that no statement reads a long history for a few failed ones.
const PAGE = `
  SELECT session_id, at, due_at, delivered_at FROM webhook_outbox
  WHERE merchant_id = $1 AND at >= $2 AND (at, session_id) > ($2, $3) ORDER BY at, session_id LIMIT $4`;
const countsOf = (merchants: string): string => `
  SELECT m.merchant_id,
    (SELECT count(*) FROM webhook_outbox o WHERE o.merchant_id = m.merchant_id AND ${IS_WAITING}) AS waiting,
    (SELECT count(*) FROM webhook_outbox o WHERE o.merchant_id = m.merchant_id AND ${IS_GIVEN_UP}) AS given_up
  FROM (${merchants}) m WHERE m.merchant_id IS NOT NULL`;
const COUNTS = `WITH RECURSIVE ${WAITING}, ${merchantsWith('given_up', IS_GIVEN_UP)}
  ${countsOf('SELECT merchant_id FROM waiting UNION SELECT merchant_id FROM given_up')}`;
const COUNTS_OF_ONE = countsOf('SELECT merchant_id FROM webhook_endpoints WHERE merchant_id = $1');

/** Each row has one secret. */
const endpointsOf = (rows: readonly Row[]): WebhookEndpoint[] =>
  [...Map.groupBy(rows, (row) => row['merchant_id']).values()].map((secrets) => ({
    merchantId: secrets[0]!['merchant_id'] as string,
    url: secrets[0]!['url'] as string,
    caPem: secrets[0]!['ca_pem'] as string | null,
    secrets: secrets.filter((row) => row['secret_id'] !== null).map(secretOf),
    failingSince: secrets[0]!['failing_since'] as number | null,
    disabledAt: secrets[0]!['disabled_at'] as number | null,
    pausedAt: secrets[0]!['paused_at'] as number | null,
    createdAt: secrets[0]!['created_at'] as number,
    tests: testsOf(secrets[0]!),
  }));

const testsOf = (row: Row): WebhookEndpoint['tests'] =>
  JSON.parse((row['tests'] as string | null) ?? '[]') as WebhookEndpoint['tests'];

const secretOf = (row: Row): WebhookSecret => ({
  id: row['secret_id'] as string,
  sealed: new Uint8Array(row['secret_sealed'] as Uint8Array),
  createdAt: row['secret_created_at'] as number,
});

function* addSecret(merchantId: string, { id, sealed, createdAt }: WebhookSecret): Work<void> {
  yield* run(ADD_SECRET, [id, merchantId, sealed, createdAt]);
  yield* run(FORGET_OLD_SECRETS, [merchantId]);
}

async function retryAll(
  tables: Tables,
  retryBatch: Outbox['retryBatch'],
  merchantId: string,
  now: Instant,
  isWanted: (row: Row) => boolean,
): Promise<number> {
  let count = 0;
  for (let [at, id] = [Number.MIN_SAFE_INTEGER, '']; ; ) {
    const { rows } = await tables.query(PAGE, [merchantId, at, id, WEBHOOK_BATCH]);
    const failed = rows.filter(isWanted).map((row) => row['session_id'] as string);
    if (failed.length > 0) count += await retryBatch(failed, now);
    if (rows.length < WEBHOOK_BATCH) return count;
    const last = rows.at(-1)!;
    [at, id] = [last['at'] as number, last['session_id'] as string];
  }
}

export const webhookTable = (tables: Tables, { retryBatch, forgetMost, ...outbox }: Outbox): WebhookStore => ({
  ...outbox,
  add: ({ merchantId, url, caPem, createdAt, secrets }, entry) =>
    change(tables, entry, function* () {
      if (!(yield* changesOne(ADD, [merchantId, url, caPem, createdAt]))) return false;
      for (const secret of secrets.toReversed()) yield* addSecret(merchantId, secret);
      return true;
    }),
  change: (merchantId, { url, caPem, failingSince = null, disabledAt = null, tests = [] }, entryOf) =>
    tables.transaction(function* () {
      const [before] = (yield* run(LOCK, [merchantId])).rows;
      if (before === undefined) return false;
      const ca = caPem === undefined ? (before['ca_pem'] as string | null) : caPem;
      yield* run(CHANGE, [merchantId, url, ca, failingSince, disabledAt, JSON.stringify(tests)]);
      if (entryOf !== undefined) yield* appendEntry(entryOf(before['url'] as string));
      return true;
    }),
  async remove(merchantId, entry) {
    await forgetMost(merchantId);
    return change(tables, entry, function* () {
      yield* run('DELETE FROM webhook_outbox WHERE merchant_id = $1', [merchantId]);
      return yield* changesOne('DELETE FROM webhook_endpoints WHERE merchant_id = $1', [merchantId]);
    });
  },
  rotateSecret: (merchantId, secret, entry) =>
    change(tables, entry, function* () {
      if ((yield* run(LOCK, [merchantId])).count === 0) return false;
      yield* addSecret(merchantId, secret);
      return true;
    }),
  release: async ({ sessionId, attempts }, dueAt) => void (await tables.write(RELEASE, [dueAt, sessionId, attempts])),
  disable: (merchantId, at, entry) => change(tables, entry, () => changesOne(DISABLE, [merchantId, at])),
  pause: (merchantId, at, entry) => change(tables, entry, () => changesOne(PAUSE, [merchantId, at])),
  async resume(merchantId, now, entry) {
    const { rows } = await tables.query(ENDPOINT, [merchantId], 'webhook');
    if (typeof rows[0]?.['paused_at'] !== 'number') return false;
    // The time of the kept events may have run out during the pause.
    await retryAll(tables, retryBatch, merchantId, now, (row) => row['due_at'] !== null);
    return change(tables, entry, () => changesOne(UNPAUSE, [merchantId]));
  },
  noteTest: ({ merchantId, url }, test) =>
    tables.transaction(function* () {
      const [row] = (yield* run(LOCK, [merchantId])).rows;
      if (row?.['url'] === url)
        yield* run(SET_TESTS, [merchantId, JSON.stringify([...testsOf(row), test].slice(-TESTS_KEPT))]);
    }),
  find: async (merchantId) => endpointsOf((await tables.query(ENDPOINT, [merchantId], 'webhook')).rows)[0],
  list: async () => endpointsOf((await tables.query(endpointsWhere())).rows),
  troubled: async () => endpointsOf((await tables.query(TROUBLED)).rows),
  oldestDue: async () => (await tables.query(OLDEST_DUE, [], 'webhooks-due')).rows[0]!['due_at'] as Instant | null,
  async retry(merchantId, now, sessionId, entry) {
    if ((await tables.query(ENDPOINT, [merchantId], 'webhook')).count === 0) return undefined;
    const isUndelivered = (row: Row): boolean => row['delivered_at'] === null;
    const all =
      sessionId === undefined ? await retryAll(tables, retryBatch, merchantId, now, isUndelivered) : undefined;
    return tables.transaction(function* () {
      // Updates the event before the endpoint, as deliveries do. Otherwise they could deadlock.
      const one = [now, now + WEBHOOK_RETRY_MS, merchantId, sessionId!];
      const count = all ?? (yield* run(RETRY_ONE, one)).count;
      if (sessionId !== undefined && count === 0) return 0;
      if (!(yield* changesOne(ENABLE, [merchantId]))) return undefined;
      if (entry !== undefined) yield* appendEntry(entry);
      return count;
    });
  },
  deliveries: async (merchantId, limit) => {
    const text = `${DELIVERY.select} WHERE merchant_id = $1 ORDER BY at DESC LIMIT $2`;
    return (await tables.query(text, [merchantId, limit])).rows.map(DELIVERY.read);
  },
  delivery: async (sessionId) =>
    (await tables.query(`${DELIVERY.select} WHERE session_id = $1`, [sessionId])).rows.map(DELIVERY.read)[0],
  counts: async (merchantId) => {
    const { rows } = await (merchantId === undefined
      ? tables.query(COUNTS)
      : tables.query(COUNTS_OF_ONE, [merchantId]));
    return rows.map((row) => ({
      merchantId: row['merchant_id'] as string,
      waiting: row['waiting'] as number,
      givenUp: row['given_up'] as number,
    }));
  },
});
