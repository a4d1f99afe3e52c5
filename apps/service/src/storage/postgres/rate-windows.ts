import { CLOCK_TOLERANCE_MS } from '../../clock.ts';
import { StoreUnavailableError, type RateTake, type RateWindows } from '../store.ts';
import type { Database, Statement } from './database.ts';

// A conflict is decided on the row as the last take left it, never on an older reading. Hits stand in order, and only as many as the limit
// are kept: the one that must have left the window is found by its place, so that no take is dearer where the limit is high. What lies
// further ahead than clocks may differ was written by one that was wrong: then the hits are looked through. GREATEST: a clock behind
// another process's must not break the order. $2: window, $3: limit, $4: tolerance; a take's own time stands in excluded.last_at.
const LATEST = 'w.hits[cardinality(w.hits)]';
const IS_AHEAD = `${LATEST} > excluded.last_at + $4::bigint`;
const SOUND = 'SELECT hit FROM unnest(w.hits) AS hit WHERE hit <= excluded.last_at + $4::bigint';
/** Also run by the bench's floor. */
export const TAKE: Statement = {
  name: 'rate-take',
  text: `
  INSERT INTO rate_windows AS w (key, hits, last_at) VALUES ($1, ARRAY[$5::bigint], $5::bigint)
  ON CONFLICT (key) DO UPDATE SET (hits, last_at) = (
    SELECT kept[greatest(1, cardinality(kept) - $3::integer + 2):] || next, next
    FROM (SELECT CASE WHEN ${IS_AHEAD} THEN ARRAY(${SOUND} ORDER BY hit) ELSE w.hits END AS kept) AS held,
      LATERAL (SELECT greatest(excluded.last_at, kept[cardinality(kept)]) AS next) AS latest)
  WHERE coalesce(
    CASE WHEN ${IS_AHEAD} THEN (${SOUND} ORDER BY hit DESC OFFSET $3::integer - 1 LIMIT 1)
    ELSE w.hits[cardinality(w.hits) - $3::integer + 1] END <= excluded.last_at - $2::bigint, TRUE)`,
};

const BLOCKING: Statement = {
  name: 'rate-blocking',
  text: `
    SELECT hit FROM rate_windows, unnest(hits) AS hit
    WHERE key = $1 AND hit <= $3::bigint ORDER BY hit DESC OFFSET $2::integer - 1 LIMIT 1`,
};

export const postgresRateWindows = (db: Database): RateWindows => ({
  async take(key, limit, windowMs, now): Promise<RateTake> {
    if (limit <= 0) return { allowed: false, retryAfterMs: windowMs };
    // What stood in the way may be swept before it is read: then there is room.
    for (let attempt = 0; attempt < 3; attempt++) {
      const { count } = await db.query(TAKE, [key, windowMs, limit, CLOCK_TOLERANCE_MS, now]);
      if (count === 1) return { allowed: true, retryAfterMs: 0 };
      const hit = (await db.query(BLOCKING, [key, limit, now + CLOCK_TOLERANCE_MS])).rows[0]?.['hit'];
      if (typeof hit === 'number') return { allowed: false, retryAfterMs: hit + windowMs - now };
    }
    throw new StoreUnavailableError('busy', 'the window of this key comes and goes faster than it can be read');
  },
  sweep: async (before) => void (await db.query({ text: 'DELETE FROM rate_windows WHERE last_at < $1' }, [before])),
});
