import { setImmediate } from 'node:timers/promises';
import { CLOCK_TOLERANCE_MS } from '../../runtime/clock.ts';
import type { Instant } from '../../session/session.ts';
import { bucketMs, COUNT_BITS } from '../rate-buckets.ts';
import type { RateTake, RateWindow, RateWindows } from '../port/store.ts';
import type { Database } from './database.ts';

const PUT =
  'INSERT INTO rate_windows (key, hits, last_at) VALUES (?, ?, ?) ON CONFLICT (key) DO UPDATE SET hits = excluded.hits, last_at = excluded.last_at';

const HITS = 'SELECT hits FROM rate_windows WHERE key = ?';
const ALLOWED: RateTake = { allowed: true, retryAfterMs: 0 };

/** A sweep reads every window, because there is no index by time. It reads this many at a time, because it blocks other work. */
const SLICE = 500;
const SLICE_END = 'SELECT max(key) AS last FROM (SELECT key FROM rate_windows WHERE key > ? ORDER BY key LIMIT ?)';
const ERASE_SLICE = 'DELETE FROM rate_windows WHERE key > ? AND key <= ? AND last_at < ?';

export function sqliteRateWindows(db: Database): RateWindows {
  function take(windows: readonly RateWindow[], windowMs: number, now: Instant): RateTake {
    const read = windows.map(({ key, limit }) => {
      const stored = db.sql(HITS).get(key)?.['hits'] as Uint8Array | undefined;
      // A hit further ahead than CLOCK_TOLERANCE_MS comes from a wrong clock.
      const buckets = bucketsOf(stored).filter(({ at }) => at > now - windowMs && at <= now + CLOCK_TOLERANCE_MS);
      let hits = 0;
      const fullAt = limit <= 0 ? now : buckets.findLast(({ count }) => (hits += count) >= limit)?.at;
      return { key, limit, buckets, fullAt };
    });
    const full = read.flatMap(({ fullAt }) => fullAt ?? []);
    if (full.length > 0) return { allowed: false, retryAfterMs: Math.max(...full) + windowMs - now };
    for (const { key, limit, buckets } of read) {
      const last = buckets.at(-1);
      // Keeps the order if this clock is behind another process's.
      const at = Math.max(now, last?.at ?? now);
      const width = bucketMs(limit, windowMs);
      const joined = last && Math.floor(last.at / width) === Math.floor(at / width) ? buckets.pop() : undefined;
      db.sql(PUT).run(key, blobOf([...buckets, { at, count: 1 + (joined?.count ?? 0) }]), at);
    }
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
    take: (windows, windowMs, now) => db.groupCommit(() => take(windows, windowMs, now)),
    async sweep(before) {
      let from: string | null = '';
      while (from !== null) {
        from = await sweepSlice(from, before);
        await setImmediate();
      }
    },
  };
}

/** Buckets are in order. `at` is the time of the last hit. */
interface Bucket {
  readonly at: Instant;
  readonly count: number;
}

function bucketsOf(blob: Uint8Array = new Uint8Array()): Bucket[] {
  // A copy, because a BigInt64Array must begin at a multiple of eight.
  return Array.from(new BigInt64Array(new Uint8Array(blob).buffer), (bucket) => ({
    at: Number(bucket >> BigInt(COUNT_BITS)),
    count: Number(BigInt.asUintN(COUNT_BITS, bucket)),
  }));
}

const blobOf = (buckets: readonly Bucket[]): Uint8Array =>
  new Uint8Array(
    BigInt64Array.from(buckets, ({ at, count }) => (BigInt(at) << BigInt(COUNT_BITS)) + BigInt(count)).buffer,
  );
