import { defineConfig } from 'vitest/config';

/** Needs Debian's pgbouncer, so `.ci/run` runs it and `npm test` does not. */
export default defineConfig({
  test: {
    include: ['deploy/pgbouncer/*.test.ts'],
    globalSetup: ['test/postgres-server.ts'],
    testTimeout: 60_000,
    hookTimeout: 60_000,
    expect: { poll: { timeout: 25_000, interval: 20 } },
  },
});
