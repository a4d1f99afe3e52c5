const DELAYS_MS = [1, 2, 5, 10, 20, 25];

/** How long to wait before each new attempt at what another process holds; undefined once it has been held for too long. */
export function patience(forMs: number): { nextDelay(): number | undefined } {
  const until = performance.now() + forMs;
  let attempts = 0;
  return {
    nextDelay() {
      if (performance.now() >= until) return undefined;
      return DELAYS_MS[Math.min(attempts++, DELAYS_MS.length - 1)];
    },
  };
}
