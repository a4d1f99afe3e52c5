import { defineConfig } from 'vitest/config';
import { LongestFirst } from './test/longest-first.ts';
import { IS_QUICK } from './test/quick.ts';

const NEEDS_MORE_THAN_NODE = [
  'test/journeys/**',
  'packages/reader/src/libfprint/**',
  'packages/pkcs11/**',
  'apps/service/src/keys/pkcs11.test.ts',
  'tools/pack/installed.test.ts',
  'apps/service/src/storage/postgres{.test.ts,/**}',
  '**/store-down.test.ts',
];

/** Slow tests that start, kill or pack whole programs. */
const STARTS_PROGRAMS = [
  'test/sandbox.test.ts',
  'apps/service/src/operator/cli/commands/serve{,-ends,-log}.test.ts',
  'apps/service/src/api/killed-process.test.ts',
  'tools/{repeat,pack,build}/**',
];

export default defineConfig({
  test: {
    include: [
      'packages/*/{src,test}/**/*.test.ts',
      'apps/*/{src,test,page}/**/*.test.ts',
      'research/src/**/*.test.ts',
      'tools/**/*.test.ts',
      'deploy/**/*.test.ts',
      'test/**/*.test.ts',
    ],
    exclude: [
      '**/node_modules/**',
      'deploy/{helm,proxy,pgbouncer}/**',
      ...(IS_QUICK ? [...NEEDS_MORE_THAN_NODE, ...STARTS_PROGRAMS] : []),
    ],
    globalSetup: IS_QUICK
      ? ['test/journeys/pages-built.ts']
      : [
          'test/postgres-server.ts',
          'test/journeys/pages-built.ts',
          'test/journeys/missing-browser.ts',
          'packages/reader/test/missing-libfprint.ts',
          'packages/pkcs11/test/find-soft-hsm.ts',
          'tools/pack/test/runtimes.ts',
        ],
    testTimeout: 30_000,
    hookTimeout: 60_000,
    pool: 'forks',
    // More workers than cores, because journeys wait for their browser. Each worker loads the service again, so a quick run has fewer.
    maxWorkers: IS_QUICK ? 3 : 4,
    // Isolated files would each load the service again, which takes longer than most tests.
    isolate: false,
    sequence: { sequencer: LongestFirst },
    // Long enough for a busy machine. The test's own timeout still applies.
    expect: { poll: { timeout: 25_000, interval: 20 } },
  },
});
