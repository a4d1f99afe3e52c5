import { defineConfig } from 'vitest/config';

/** Needs Debian's haproxy and nginx, so `.ci/run` runs it and `npm test` does not. */
export default defineConfig({
  test: {
    include: ['deploy/proxy/*.test.ts'],
    fileParallelism: false,
    expect: { poll: { timeout: 25_000, interval: 20 } },
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
});
