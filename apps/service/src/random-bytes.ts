import { randomFillSync } from 'node:crypto';

const POOL_BYTES = 4096;
const pool = Buffer.allocUnsafeSlow(POOL_BYTES);
let used = POOL_BYTES;

/** Random bytes that nobody else gets, a few at a time: asking the system for each of them costs more than what they are for. Only for what is told to others, as an id is: they stay in memory. */
export function pooledRandomBytes(count: number): Uint8Array {
  if (used + count > POOL_BYTES) {
    randomFillSync(pool);
    used = 0;
  }
  used += count;
  return pool.subarray(used - count, used);
}
