import { defineConfig } from 'vitest/config';
import { IS_DEEP, IS_QUICK } from './test/kind.ts';

/** Only in `npm run test:deep`. */
const DEEP = ['**/*.deep.test.ts'];
/** In `npm test` on SQLite or with a part of the samples; in `npm run test:deep` on Postgres or with all samples. */
const AGAIN = ['**/*.service.*test.ts', '**/*.scaled.test.ts'];

const NEEDS_MORE_THAN_NODE = [
  'test/journeys/**',
  'packages/reader/src/libfprint/**',
  'packages/pkcs11/**',
  'apps/service/src/keys/pkcs11.test.ts',
  'apps/service/src/storage/postgres{.test.ts,/**}',
  '**/store-down.test.ts',
];

/** Tests that start or kill whole programs, and tests of the whole service that wait for real sockets and timers. */
const SLOW = [
  'test/sandbox.test.ts',
  'apps/service/src/cli/commands/serve{,-ends,-log}.test.ts',
  'apps/service/src/api/killed-process.test.ts',
  'apps/service/src/http/limits/**',
  'apps/service/{src/sandbox,test}/**',
  'apps/sandbox/**',
  'tools/repeat.test.ts',
];

export default defineConfig({
  test: {
    include: IS_DEEP
      ? [...DEEP, ...AGAIN]
      : [
          'packages/*/{src,test}/**/*.test.ts',
          'apps/*/{src,test,page}/**/*.test.ts',
          'tools/**/*.test.ts',
          'lab/**/*.test.ts',
          'deploy/**/*.test.ts',
          'test/**/*.test.ts',
        ],
    exclude: [
      '**/node_modules/**',
      'deploy/{helm,proxy,pgbouncer}/**',
      ...(IS_DEEP ? [] : DEEP),
      ...(IS_QUICK ? [...NEEDS_MORE_THAN_NODE, ...SLOW, ...AGAIN] : []),
    ],
    globalSetup: IS_QUICK
      ? ['test/journeys/pages-built.ts']
      : [
          'test/postgres-server.ts',
          'test/journeys/pages-built.ts',
          'test/journeys/missing-browser.ts',
          'packages/reader/test/missing-libfprint.ts',
          'packages/pkcs11/test/find-soft-hsm.ts',
          ...(IS_DEEP ? ['tools/pack/test/runtimes.ts'] : []),
        ],
    reporters: ['default', './test/failed-tests.ts'],
    // The output of a passing test is expected.
    silent: 'passed-only',
    // Longer than a poll, so that a poll that fails says what it saw.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    teardownTimeout: 60_000,
    pool: 'forks',
    // More workers than cores, because journeys wait for their browser. Each worker loads the service again, so a quick run has fewer.
    maxWorkers: IS_QUICK ? 3 : 4,
    // Isolated files would each load the service again, which takes longer than most tests.
    isolate: false,
    // Long enough for a busy machine. The test's own timeout still applies.
    expect: { poll: { timeout: 25_000, interval: 20 } },
  },
});
