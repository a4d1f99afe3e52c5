import { CLOCK_TOLERANCE_MS } from '../../clock.ts';
import type { Instant } from '../../session/session.ts';
import { StoreUnavailableError, type RateTake, type RateWindows } from '../store.ts';
import type { Database, Statement } from './database.ts';

// A conflict is decided on the row as the last take left it, never on an older reading. GREATEST: a clock behind another
// process's must not break the order. What lies further ahead than clocks may differ was written by one that was wrong.
const TAKE: Statement = {
  name: 'rate-take',
  text: `
    INSERT INTO rate_windows AS w (key, hits, last_at) VALUES ($1, ARRAY[$2::bigint], $2::bigint)
    ON CONFLICT (key) DO UPDATE SET (hits, last_at) = (
      SELECT coalesce(array_agg(hit ORDER BY hit), '{}') || greatest($2::bigint, max(hit)), greatest($2::bigint, max(hit))
      FROM unnest(w.hits) AS hit WHERE hit > $3::bigint AND hit <= $5::bigint)
    WHERE (SELECT count(*) FROM unnest(w.hits) AS hit WHERE hit > $3::bigint AND hit <= $5::bigint) < $4::integer`,
};

const BLOCKING: Statement = {
  name: 'rate-blocking',
  text: `
    SELECT hit FROM rate_windows, unnest(hits) AS hit
    WHERE key = $1 AND hit <= $3::bigint ORDER BY hit DESC OFFSET $2::integer - 1 LIMIT 1`,
};

export function postgresRateWindows(db: Database): RateWindows {
  async function take(key: string, limit: number, windowMs: number, now: Instant): Promise<RateTake> {
    if (limit <= 0) return { allowed: false, retryAfterMs: windowMs };
    const latest = now + CLOCK_TOLERANCE_MS;
    // What stood in the way may be swept before it is read: then there is room.
    for (let attempt = 0; attempt < 3; attempt++) {
      if ((await db.query(TAKE, [key, now, now - windowMs, limit, latest])).count === 1)
        return { allowed: true, retryAfterMs: 0 };
      const hit = (await db.query(BLOCKING, [key, limit, latest])).rows[0]?.['hit'] as number | null | undefined;
      if (typeof hit === 'number') return { allowed: false, retryAfterMs: hit + windowMs - now };
    }
    throw new StoreUnavailableError('busy', 'the window of this key comes and goes faster than it can be read');
  }

  return {
    take,
    sweep: async (before) => void (await db.query({ text: 'DELETE FROM rate_windows WHERE last_at < $1' }, [before])),
  };
}
