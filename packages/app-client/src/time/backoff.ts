interface Waits {
  readonly firstMs: number;
  readonly maxMs: number;
}

/** Doubles, with jitter so that devices do not retry in step. */
export const backoff = (failures: number, { firstMs, maxMs }: Waits, random = Math.random()): number =>
  Math.min(maxMs, firstMs * 2 ** (failures - 1)) * (0.75 + random / 2);
