import { setImmediate } from 'node:timers/promises';
import { CLOCK_TOLERANCE_MS } from '../../config/clock.ts';
import type { Instant } from '../../session/session.ts';
import type { RateTake, RateWindows } from '../store.ts';
import type { Database } from './database.ts';

// `windows.db` is created when it is missing. Its loss does no harm, so it needs no migrations. The only index is the key, so that a hit changes
// its row in place.
const SCHEMA = `
  CREATE TABLE IF NOT EXISTS rate_windows (key TEXT PRIMARY KEY, hits BLOB NOT NULL, last_at INTEGER NOT NULL) STRICT, WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS figures (
    minute INTEGER NOT NULL, name TEXT NOT NULL, label TEXT NOT NULL, count INTEGER NOT NULL, PRIMARY KEY (minute, name, label)
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS hourly_counts (
    hour INTEGER NOT NULL, name TEXT NOT NULL, label TEXT NOT NULL, count INTEGER NOT NULL, PRIMARY KEY (hour, name, label)
  ) STRICT, WITHOUT ROWID`;

const PUT =
  'INSERT INTO rate_windows (key, hits, last_at) VALUES (?, ?, ?) ON CONFLICT (key) DO UPDATE SET hits = excluded.hits, last_at = excluded.last_at';

const HITS = 'SELECT hits FROM rate_windows WHERE key = ?';
const ALLOWED: RateTake = { allowed: true, retryAfterMs: 0 };

/** Without an index by time a sweep reads every window, this many at a time, because it blocks other work. */
const SLICE = 500;
const SLICE_END = 'SELECT max(key) AS last FROM (SELECT key FROM rate_windows WHERE key > ? ORDER BY key LIMIT ?)';
const ERASE_SLICE = 'DELETE FROM rate_windows WHERE key > ? AND key <= ? AND last_at < ?';

export const createWindowTables = (db: Database): void => db.transaction(() => db.exec(SCHEMA));

export function sqliteRateWindows(db: Database): RateWindows {
  function take(key: string, limit: number, windowMs: number, now: Instant): RateTake {
    const hits = soundHits(db.sql(HITS).get(key)?.['hits'] as Uint8Array | undefined, now + CLOCK_TOLERANCE_MS);
    // Hits are sorted, so the hit that must have left the window is found by index.
    const blocking = limit > 0 ? hits.at(-limit) : now;
    if (blocking !== undefined && blocking > now - windowMs)
      return { allowed: false, retryAfterMs: blocking + windowMs - now };
    const earlier = limit === 1 ? hits.subarray(hits.length) : hits.subarray(1 - limit);
    // Keeps the order if this clock is behind another process's.
    const hit = Math.max(now, earlier.at(-1) ?? now);
    const kept = new Float64Array(earlier.length + 1);
    kept.set(earlier);
    kept[earlier.length] = hit;
    db.sql(PUT).run(key, new Uint8Array(kept.buffer), hit);
    return ALLOWED;
  }

  /** Returns the last key it read; null: none is left. */
  const sweepSlice = (from: string, before: Instant): Promise<string | null> =>
    db.answer(() => {
      const last = db.sql(SLICE_END).get(from, SLICE)!['last'] as string | null;
      if (last !== null) db.sql(ERASE_SLICE).run(from, last, before);
      return last;
    });

  return {
    take: (key, limit, windowMs, now) => db.groupCommit(() => take(key, limit, windowMs, now)),
    async sweep(before) {
      let from: string | null = '';
      while (from !== null) {
        from = await sweepSlice(from, before);
        await setImmediate();
      }
    },
  };
}

/** Hits further ahead than CLOCK_TOLERANCE_MS come from a wrong clock. */
function soundHits(blob: Uint8Array | undefined, latest: Instant): Float64Array {
  // A copy, because a Float64Array must begin at a multiple of eight.
  const hits = new Float64Array(new Uint8Array(blob ?? []).buffer);
  return (hits.at(-1) ?? 0) <= latest ? hits : hits.filter((hit) => hit <= latest);
}
