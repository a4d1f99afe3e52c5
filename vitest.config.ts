import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: [
      'packages/*/{src,test}/**/*.test.ts',
      'apps/*/{src,test}/**/*.test.ts',
      'tools/**/*.test.ts',
      'test/**/*.test.ts',
    ],
    globalSetup: ['test/postgres-server.ts', 'test/journeys/missing-browser.ts'],
    testTimeout: 30_000,
    hookTimeout: 60_000,
    pool: 'forks',
    maxWorkers: 2,
  },
});
