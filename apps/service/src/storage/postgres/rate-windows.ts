import { CLOCK_TOLERANCE_MS } from '../../runtime/clock.ts';
import type { Instant } from '../../session/session.ts';
import { Batch } from '../batch.ts';
import { bucketMs, COUNT_BITS } from '../rate-buckets.ts';
import { StoreUnavailableError, type RateTake, type RateWindows } from '../port/store.ts';
import type { Database, Statement } from './database.ts';

const AT = `(bucket >> ${COUNT_BITS})`;
const COUNT = `(bucket & ${2 ** COUNT_BITS - 1})`;
// A hit further ahead than CLOCK_TOLERANCE_MS comes from a wrong clock.
const LIVE = `
  SELECT ${AT} AS at, ${COUNT} AS count FROM unnest(w.hits) AS bucket
  WHERE ${AT} > excluded.last_at - $2::bigint AND ${AT} <= excluded.last_at + $4::bigint`;
// The conflict clause sees the row as the last take left it. GREATEST keeps the order if this clock is behind. $1: keys, $2: window, $3: limit,
// $4: tolerance, $5: times, $6: width of a bucket.
const TAKE: Statement = {
  name: 'rate-take',
  text: `
  INSERT INTO rate_windows AS w (key, hits, last_at)
  SELECT key, ARRAY[(now << ${COUNT_BITS}) + 1], now FROM unnest($1::text[], $5::bigint[]) AS taken (key, now)
  ON CONFLICT (key) DO UPDATE SET (hits, last_at) = (
    WITH live AS (${LIVE}),
    counted AS (SELECT * FROM live UNION ALL SELECT greatest(excluded.last_at, max(at)), 1 FROM live),
    buckets AS (SELECT max(at) AS at, sum(count)::bigint AS count FROM counted GROUP BY at / $6::bigint)
    SELECT array_agg((at << ${COUNT_BITS}) + count ORDER BY at), max(at) FROM buckets)
  WHERE (SELECT coalesce(sum(count), 0) FROM (${LIVE}) AS live) < $3::bigint
  RETURNING key`,
};

const BLOCKING: Statement = {
  name: 'rate-blocking',
  text: `
    SELECT at FROM (
      SELECT ${AT} AS at, sum(${COUNT}) OVER (ORDER BY bucket DESC) AS hits
      FROM rate_windows, unnest(hits) AS bucket WHERE key = $1 AND ${AT} <= $3::bigint) AS buckets
    WHERE hits >= $2::bigint ORDER BY at DESC LIMIT 1`,
};

/** Skips the windows that takes hold, so that it cannot deadlock with them. */
const SWEEP = `
  DELETE FROM rate_windows WHERE ctid = ANY (ARRAY(
    SELECT ctid FROM rate_windows WHERE last_at < $1 LIMIT $2 FOR UPDATE SKIP LOCKED))`;
const SWEEP_BATCH = 1000;

interface Take {
  readonly key: string;
  readonly now: Instant;
}

interface Limit {
  readonly limit: number;
  readonly windowMs: number;
}

export function postgresRateWindows(db: Database): RateWindows {
  /** One statement handles windows of one limit. */
  const batches = new Map<string, Batch<Take, RateTake>>();
  const batchOf = (limit: Limit): Batch<Take, RateTake> => {
    const name = `${limit.limit} ${limit.windowMs}`;
    const batch = batches.get(name) ?? takes(db, limit);
    batches.set(name, batch);
    return batch;
  };
  return {
    take: async (key, limit, windowMs, now) =>
      limit <= 0 ? { allowed: false, retryAfterMs: windowMs } : batchOf({ limit, windowMs }).add({ key, now }),
    async sweep(before) {
      while ((await db.query({ text: SWEEP }, [before, SWEEP_BATCH])).count > 0);
    },
  };
}

const takes = (db: Database, limit: Limit): Batch<Take, RateTake> =>
  new Batch(
    async (calls) => {
      const taken = await takeAll(db, limit, calls);
      return calls.map((call) => (taken.has(call.key) ? { allowed: true, retryAfterMs: 0 } : refused(db, limit, call)));
    },
    ({ key }) => key,
  );

/** Returns the keys whose takes were allowed. */
async function takeAll(
  db: Database,
  { limit, windowMs }: Limit,
  calls: readonly Take[],
): Promise<ReadonlySet<unknown>> {
  // All processes lock windows in the same order, so that they cannot deadlock.
  const sorted = calls.toSorted((a, b) => (a.key < b.key ? -1 : 1));
  const [keys, times] = [sorted.map(({ key }) => key), sorted.map(({ now }) => now)];
  const width = bucketMs(limit, windowMs);
  const { rows } = await db.query(TAKE, [keys, windowMs, limit, CLOCK_TOLERANCE_MS, times, width]);
  return new Set(rows.map((row) => row['key']));
}

/** The window is full. If it is swept before it is read, the take is allowed. */
async function refused(db: Database, limit: Limit, call: Take): Promise<RateTake> {
  const values = [call.key, limit.limit, call.now + CLOCK_TOLERANCE_MS];
  for (let attempt = 0; attempt < 3; attempt++) {
    const hit = (await db.query(BLOCKING, values)).rows[0]?.['at'];
    if (typeof hit === 'number') return { allowed: false, retryAfterMs: hit + limit.windowMs - call.now };
    if ((await takeAll(db, limit, [call])).size === 1) return { allowed: true, retryAfterMs: 0 };
  }
  throw new StoreUnavailableError('busy', 'the window of this key comes and goes faster than it can be read');
}
