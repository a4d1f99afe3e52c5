import { defineConfig } from 'vitest/config';

/** Needs Debian's haproxy, so `.ci/run` runs it and `npm test` does not. */
export default defineConfig({
  test: { include: ['deploy/haproxy/*.test.ts'], testTimeout: 60_000, hookTimeout: 60_000 },
});
