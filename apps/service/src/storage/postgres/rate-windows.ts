import { CLOCK_TOLERANCE_MS } from '../../runtime/clock.ts';
import type { Instant } from '../../session/session.ts';
import { Batch } from '../batch.ts';
import { bucketMs, COUNT_BITS } from '../rate-buckets.ts';
import type { RateTake, RateWindow, RateWindows } from '../port/store.ts';
import type { Database, Statement } from './database.ts';

/** TAKE, which comes next, then finds a row of each window and locks it. */
const ADD: Statement = {
  name: 'rate-add',
  text: `
  INSERT INTO rate_windows (key, hits, last_at) SELECT key, '{}', now FROM unnest($1::text[], $2::bigint[]) AS asked (key, now)
  ON CONFLICT (key) DO NOTHING`,
};

const AT = `(bucket >> ${COUNT_BITS})`;
const COUNT = `(bucket & ${2 ** COUNT_BITS - 1})`;
// A hit further ahead than CLOCK_TOLERANCE_MS comes from a wrong clock.
const IS_LIVE = `${AT} > asked.now - span AND ${AT} <= asked.now + ${CLOCK_TOLERANCE_MS}`;
// `call`: takes of one call are refused together. `most`: its limit. `span`: length of the window. `width`: of a bucket. All processes lock the
// windows in the same order, so that they cannot deadlock. GREATEST keeps the order if this clock is behind.
const TAKE: Statement = {
  name: 'rate-take',
  text: `
  WITH asked AS (
    SELECT * FROM unnest($1::text[], $2::bigint[], $3::int[], $4::bigint[], $5::bigint[], $6::bigint[])
      AS asked (key, now, call, most, span, width)),
  held AS MATERIALIZED (SELECT key, hits FROM rate_windows WHERE key = ANY ($1) ORDER BY key FOR UPDATE),
  refused AS (
    SELECT call, max(at + span - now) AS wait
    FROM asked JOIN held USING (key), LATERAL (
      SELECT ${AT} AS at, sum(${COUNT}) OVER (ORDER BY bucket DESC) AS hits FROM unnest(held.hits) AS bucket WHERE ${IS_LIVE}) AS live
    WHERE live.hits >= most GROUP BY call),
  taken AS (
    INSERT INTO rate_windows AS w (key, hits, last_at)
    SELECT key, ARRAY[(now << ${COUNT_BITS}) + 1], now FROM asked WHERE call NOT IN (SELECT call FROM refused) ORDER BY key
    ON CONFLICT (key) DO UPDATE SET (hits, last_at) = (
      WITH live AS (SELECT ${AT} AS at, ${COUNT} AS count FROM asked, unnest(w.hits) AS bucket WHERE asked.key = w.key AND ${IS_LIVE}),
      counted AS (SELECT * FROM live UNION ALL SELECT greatest(excluded.last_at, max(at)), 1 FROM live),
      buckets AS (
        SELECT max(at) AS at, sum(count)::bigint AS count FROM counted, asked WHERE asked.key = w.key GROUP BY at / width)
      SELECT array_agg((at << ${COUNT_BITS}) + count ORDER BY at), max(at) FROM buckets))
  SELECT call, wait FROM refused`,
};

/** Skips the windows that takes hold, so that it cannot deadlock with them. */
const SWEEP = `
  DELETE FROM rate_windows WHERE ctid = ANY (ARRAY(
    SELECT ctid FROM rate_windows WHERE last_at < $1 LIMIT $2 FOR UPDATE SKIP LOCKED))`;
const SWEEP_BATCH = 1000;

interface Take {
  readonly windows: readonly RateWindow[];
  readonly windowMs: number;
  readonly now: Instant;
}

export function postgresRateWindows(db: Database): RateWindows {
  const takes = new Batch<Take, RateTake>(
    (calls) => takeAll(db, calls),
    ({ windows }) => windows.map(({ key }) => key),
  );
  return {
    take: async (windows, windowMs, now) =>
      windows.some(({ limit }) => limit <= 0)
        ? { allowed: false, retryAfterMs: windowMs }
        : takes.add({ windows, windowMs, now }),
    async sweep(before) {
      while ((await db.query({ text: SWEEP }, [before, SWEEP_BATCH])).count > 0);
    },
  };
}

async function takeAll(db: Database, calls: readonly Take[]): Promise<RateTake[]> {
  const asked = calls
    .flatMap(({ windows, ...call }, i) => windows.map((window) => ({ ...call, ...window, i })))
    .sort((a, b) => (a.key < b.key ? -1 : 1));
  const [keys, times] = [asked.map(({ key }) => key), asked.map(({ now }) => now)];
  await db.query(ADD, [keys, times]);
  const { rows } = await db.query(TAKE, [
    keys,
    times,
    asked.map(({ i }) => i),
    asked.map(({ limit }) => limit),
    asked.map(({ windowMs }) => windowMs),
    asked.map(({ limit, windowMs }) => bucketMs(limit, windowMs)),
  ]);
  const waits = new Map(rows.map((row) => [row['call'], row['wait'] as number]));
  return calls.map((_, i) => ({ allowed: !waits.has(i), retryAfterMs: waits.get(i) ?? 0 }));
}
