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

/** What starts whole programs, ends them in the middle or packs them: each takes as long as a hundred other tests. */
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
    // Twice the cores of a small machine: a journey waits for its browser half of the time, and others for a service's own pauses. Each
    // loads the service and warms up anew, eight seconds of a processor: without journeys one more than the cores is enough.
    maxWorkers: IS_QUICK ? 3 : 4,
    // Files share a worker and the modules that it has loaded: isolated, each file loads the service again, which takes longer than most files' tests.
    isolate: false,
    sequence: { sequencer: LongestFirst },
    // What is waited for comes, however busy the machine is; that it comes at all is the test's own limit of time.
    expect: { poll: { timeout: 25_000, interval: 20 } },
  },
});
