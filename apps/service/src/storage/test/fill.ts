import { firstSessionIdAt } from '../../session/session-id.ts';
import type { Instant } from '../../session/session.ts';
import { DAY } from './samples.ts';

/** Fills a store as after a month: ended sessions, evenly over the last days, with all dependent rows. */
export interface Filling {
  readonly kind: 'sqlite' | 'postgres';
  readonly sessions: number;
  readonly now: Instant;
  readonly days: number;
}

/** The first merchant has a webhook. */
export const FILLED_MERCHANTS = 10;
/** The columns are the place of an event in its session, the event, the status before and the status after. */
const EVENTS = `(VALUES (0, 'create', NULL, 'created'), (1, 'open', 'created', 'opened'), (2, 'claim', 'opened', 'app_launched'), (3, 'succeed', 'app_launched', NULL))`;

const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz';
const letters = Array.from({ length: 10 }, (_, k) => {
  const place = 5 * (9 - k);
  return `substr('${ALPHABET}', CAST(((at * 4) >> ${place}) & 31 AS integer) + 1, 1)`;
});
/** Like `sessionId`, with the number instead of random bytes. */
const ID = `'ses_' || ${letters.join(' || ')} || '000000000000000' || CAST(10000000000 + i AS text)`;
/** Spread over all merchants and both modes. */
const KIND = `i / ${FILLED_MERCHANTS} % 10`;
const STATUS = `CASE ${KIND} WHEN 0 THEN 'failed' WHEN 1 THEN 'expired' WHEN 2 THEN 'canceled' ELSE 'succeeded' END AS status`;
const FAILURE = `CASE ${KIND} WHEN 0 THEN 'capture_failed' WHEN 1 THEN 'session_expired' END`;

/** Numbered from the oldest. */
export function filledId({ sessions, now, days }: Filling, i: number): { id: string; createdAt: Instant } {
  const createdAt = now - days * DAY + Math.floor((i * days * DAY) / sessions);
  return { id: `${firstSessionIdAt(createdAt).slice(0, 14)}000000000000000${10_000_000_000 + i}`, createdAt };
}

/**
 * The statements that create sessions from one number to another, in SQL for both databases. In the order of ids, so that pages fill one after
 * the other.
 */
export function fillStatements(filling: Filling, from: number, to: number): string[] {
  const { kind, sessions, now, days } = filling;
  const begin = now - days * DAY;
  const recent = `at > ${now - DAY}`;
  const [n, place] = kind === 'sqlite' ? ['seq, ', 'column1, '] : ['', ''];
  return [
    `CREATE TEMP TABLE made AS
     WITH RECURSIVE numbers (i) AS (SELECT CAST(${from} AS bigint) UNION ALL SELECT i + 1 FROM numbers WHERE i < ${to - 1}),
     timed AS (SELECT i, ${begin} + i * ${days * DAY} / ${sessions} AS at FROM numbers)
     SELECT i, at, ${ID} AS id, 'mer_' || CAST(i % ${FILLED_MERCHANTS} AS text) AS merchant, ${STATUS} FROM timed`,
    `INSERT INTO sessions (id, merchant_id, merchant_user_ref, mode, type, payload, return_url, locale, metadata, created_at, expires_at,
       status, failure_code, outcome_matched, outcome_payload, ended_at)
     SELECT id, merchant, 'user-' || CAST(i % 100000 AS text), CASE i % 2 WHEN 0 THEN 'enroll' ELSE 'verify' END, 'fingerprint',
       '{"finger":"RI"}', 'https://shop.example/back', 'ko-KR', '{"order":"A-' || CAST(i AS text) || '"}', at, at + 600000,
       status, ${FAILURE}, CASE WHEN ${KIND} > 2 THEN TRUE END, CASE WHEN ${KIND} > 2 THEN '{"finger":"RI"}' END, at + 60000 FROM made`,
    `INSERT INTO session_events (session_id, ${n}event, from_status, to_status, at)
     SELECT id, ${place}column2, column3, coalesce(column4, status), at + column1 * 1000 FROM made CROSS JOIN ${EVENTS} AS events`,
    `INSERT INTO bio_attempts (session_id, attempts) SELECT id, '[]' FROM made WHERE i % 2 = 0`,
    `INSERT INTO idempotency_claims (merchant_id, endpoint, key, fingerprint, session_id, claimed_at)
     SELECT merchant, 'enrollments', 'key-' || CAST(i * 7919 % 1000003 AS text) || '-' || CAST(i AS text), '${'f'.repeat(64)}', id, at
       FROM made WHERE ${recent}`,
    `INSERT INTO webhook_outbox (session_id, merchant_id, mode, at, until, attempts, delivered_at)
     SELECT id, merchant, 'verify', at + 60000, at + 90000, 1, at + 61000 FROM made WHERE i % ${FILLED_MERCHANTS} = 0`,
    `INSERT INTO attempts (key, at) SELECT 'key-' || CAST(i % 1000 AS text), at FROM made WHERE ${recent}`,
    'DROP TABLE made',
  ];
}
