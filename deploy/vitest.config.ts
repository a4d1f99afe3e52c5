import { defineConfig } from 'vitest/config';

/** They need Debian's packages, so `.ci/run` runs them and `npm test` does not. */
export default defineConfig({
  test: {
    include: ['deploy/{helm,pgbouncer,proxy}/*.test.ts'],
    globalSetup: ['test/postgres-server.ts'],
    fileParallelism: false,
    testTimeout: 60_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 25_000, interval: 20 } },
  },
});
