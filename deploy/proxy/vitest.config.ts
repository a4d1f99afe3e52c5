import { defineConfig } from 'vitest/config';

/** Needs Debian's haproxy and nginx, so `.ci/run` runs it and `npm test` does not. */
export default defineConfig({
  test: { include: ['deploy/proxy/*.test.ts'], fileParallelism: false, testTimeout: 60_000, hookTimeout: 60_000 },
});
