import type { Instant } from '../../session/session.ts';
import { StoreUnavailableError, type RateTake, type RateWindows } from '../store.ts';
import type { Database, Statement } from './database.ts';

// Hits stand in order, so the one that must have left the window is found by its place. A conflict is decided on the
// row as the last take left it, never on an older reading. GREATEST: a clock behind another process's must not break the order.
const TAKE: Statement = {
  name: 'rate-take',
  text: `
    INSERT INTO rate_windows AS w (key, hits, last_at) VALUES ($1, ARRAY[$2::bigint], $2::bigint)
    ON CONFLICT (key) DO UPDATE SET
      hits = ARRAY(SELECT hit FROM unnest(w.hits) AS hit WHERE hit > $3::bigint ORDER BY hit) || greatest($2::bigint, w.last_at),
      last_at = greatest($2::bigint, w.last_at)
    WHERE coalesce(w.hits[cardinality(w.hits) - $4::integer + 1] <= $3::bigint, TRUE)`,
};

const BLOCKING: Statement = {
  name: 'rate-blocking',
  text: 'SELECT hits[cardinality(hits) - $2::integer + 1] AS hit FROM rate_windows WHERE key = $1',
};

export function postgresRateWindows(db: Database): RateWindows {
  async function take(key: string, limit: number, windowMs: number, now: Instant): Promise<RateTake> {
    if (limit <= 0) return { allowed: false, retryAfterMs: windowMs };
    // What stood in the way may be swept before it is read: then there is room.
    for (let attempt = 0; attempt < 3; attempt++) {
      if ((await db.query(TAKE, [key, now, now - windowMs, limit])).count === 1)
        return { allowed: true, retryAfterMs: 0 };
      const hit = (await db.query(BLOCKING, [key, limit])).rows[0]?.['hit'] as number | null | undefined;
      if (typeof hit === 'number') return { allowed: false, retryAfterMs: hit + windowMs - now };
    }
    throw new StoreUnavailableError('busy', 'the window of this key comes and goes faster than it can be read');
  }

  return {
    take,
    sweep: async (before) => void (await db.query({ text: 'DELETE FROM rate_windows WHERE last_at < $1' }, [before])),
  };
}
