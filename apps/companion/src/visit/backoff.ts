const FIRST_MS = 400;
const LONGEST_MS = 5000;

/** Waits that double, spread so that many phones do not come back in one beat. */
export const backoff = (misses: number, random: number): number =>
  Math.min(LONGEST_MS, FIRST_MS * 2 ** misses) * (0.75 + random / 2);
