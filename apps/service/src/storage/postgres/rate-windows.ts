import { CLOCK_TOLERANCE_MS } from '../../config/clock.ts';
import type { Instant } from '../../session/session.ts';
import { Batch } from '../batch.ts';
import { StoreUnavailableError, type RateTake, type RateWindows } from '../store.ts';
import type { Database, Statement } from './database.ts';

// The conflict clause sees the row as the last take left it. Hits are sorted, and at most `limit` are kept, so the hit that must have left the
// window is found by index. Hits further ahead than CLOCK_TOLERANCE_MS come from a wrong clock: then the hits are filtered. GREATEST keeps the
// order if this clock is behind. $1: keys, $2: window, $3: limit, $4: tolerance, $5: times.
const LATEST = 'w.hits[cardinality(w.hits)]';
const IS_AHEAD = `${LATEST} > excluded.last_at + $4::bigint`;
const SOUND = 'SELECT hit FROM unnest(w.hits) AS hit WHERE hit <= excluded.last_at + $4::bigint';
const TAKE: Statement = {
  name: 'rate-take',
  text: `
  INSERT INTO rate_windows AS w (key, hits, last_at)
  SELECT key, ARRAY[now], now FROM unnest($1::text[], $5::bigint[]) AS taken (key, now)
  ON CONFLICT (key) DO UPDATE SET (hits, last_at) = (
    SELECT kept[greatest(1, cardinality(kept) - $3::integer + 2):] || next, next
    FROM (SELECT CASE WHEN ${IS_AHEAD} THEN ARRAY(${SOUND} ORDER BY hit) ELSE w.hits END AS kept) AS held,
      LATERAL (SELECT greatest(excluded.last_at, kept[cardinality(kept)]) AS next) AS latest)
  WHERE coalesce(
    CASE WHEN ${IS_AHEAD} THEN (${SOUND} ORDER BY hit DESC OFFSET $3::integer - 1 LIMIT 1)
    ELSE w.hits[cardinality(w.hits) - $3::integer + 1] END <= excluded.last_at - $2::bigint, TRUE)
  RETURNING key`,
};

const BLOCKING: Statement = {
  name: 'rate-blocking',
  text: `
    SELECT hit FROM rate_windows, unnest(hits) AS hit
    WHERE key = $1 AND hit <= $3::bigint ORDER BY hit DESC OFFSET $2::integer - 1 LIMIT 1`,
};

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
    sweep: async (before) => void (await db.query({ text: 'DELETE FROM rate_windows WHERE last_at < $1' }, [before])),
  };
}

const takes = (db: Database, limit: Limit): Batch<Take, RateTake> =>
  new Batch(
    async (calls) => {
      const taken = await takeAll(db, limit, calls);
      return Promise.all(
        calls.map(async (call) =>
          taken.has(call.key) ? { allowed: true, retryAfterMs: 0 } : refused(db, limit, call),
        ),
      );
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
  const { rows } = await db.query(TAKE, [keys, windowMs, limit, CLOCK_TOLERANCE_MS, times]);
  return new Set(rows.map((row) => row['key']));
}

/** The window is full. If it is swept before it is read, the take is allowed. */
async function refused(db: Database, limit: Limit, call: Take): Promise<RateTake> {
  const values = [call.key, limit.limit, call.now + CLOCK_TOLERANCE_MS];
  for (let attempt = 0; attempt < 3; attempt++) {
    const hit = (await db.query(BLOCKING, values)).rows[0]?.['hit'];
    if (typeof hit === 'number') return { allowed: false, retryAfterMs: hit + limit.windowMs - call.now };
    if ((await takeAll(db, limit, [call])).size === 1) return { allowed: true, retryAfterMs: 0 };
  }
  throw new StoreUnavailableError('busy', 'the window of this key comes and goes faster than it can be read');
}
