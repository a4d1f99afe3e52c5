interface Waits {
  readonly firstMs: number;
  readonly maxMs: number;
}

/** How long to wait after so many failures in a row: doubling, and spread so that many devices do not come back in one beat. */
export const backoff = (failures: number, { firstMs, maxMs }: Waits, random = Math.random()): number =>
  Math.min(maxMs, firstMs * 2 ** (failures - 1)) * (0.75 + random / 2);
