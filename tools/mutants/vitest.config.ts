import { defineConfig } from 'vitest/config';

const tests = JSON.parse(process.env['AUTHLY_MUTANTS_TESTS'] ?? '[]') as string[];

/** Stryker finds the tests of each change only in isolated files. */
export default defineConfig({
  test: {
    include: tests.map((each) => (each.endsWith('.ts') ? each : `${each}/**/*.test.ts`)),
    exclude: ['**/node_modules/**', '**/*.deep.test.ts'],
    globalSetup: tests.some((each) => /api|capture|http|test/.test(each)) ? ['test/journeys/pages-built.ts'] : [],
    reporters: ['dot'],
    testTimeout: 60_000,
    hookTimeout: 60_000,
    expect: { poll: { timeout: 25_000, interval: 20 } },
  },
});
