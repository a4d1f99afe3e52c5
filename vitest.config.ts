import { defineConfig } from 'vitest/config';
import { IS_DEEP, IS_QUICK } from './test/kind.ts';

/** Only in `npm run test:deep`. */
const DEEP = ['**/*.deep.test.ts'];
/** In `npm test` on SQLite or with a part of the samples; in `npm run test:deep` on Postgres or with all samples. */
const AGAIN = ['**/*.service.*test.ts', '**/*.scaled.test.ts'];
const ALL = ['{apps,deploy,lab,packages,test,tools}/**/*.test.ts'];

/** They need no Postgres, except the console's night. */
const JOURNEYS = ['test/journeys/!(console-night).test.ts', 'test/walks/pages.test.ts'];
/** Tests that need neither pages nor Postgres start at once. */
const UNIT = [
  'packages/{app-client,browser,contract,fingerprint,reader,ui}',
  'packages/merchant/src/{adapters,bio,client,testing,webhook}',
  'apps/{console,hosted}',
  'apps/app/src/{capture,reader,scan,visit}',
  'apps/service/src/{audit,bio-api,config,lifecycle,merchants,observability,outbound,runtime,session,tokens,webhooks}',
  'apps/service/src/storage/sqlite',
  'deploy',
  'lab',
  'tools/{generate,import-rules}',
].map((folder) => `${folder}/**/*.test.ts`);

const NEEDS_MORE_THAN_NODE = [
  'test/journeys/**',
  'test/walks/{operators,pages,sessions}.test.ts',
  'apps/service/src/cli/{errors,commands/backup}.test.ts',
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
  'apps/service/src/http/limits/**',
  'apps/service/{src/sandbox,test}/**',
  'apps/sandbox/**',
];

const NOT_NOW = [
  '**/node_modules/**',
  'deploy/{helm,proxy,pgbouncer}/**',
  ...(IS_DEEP ? [] : DEEP),
  ...(IS_QUICK ? [...NEEDS_MORE_THAN_NODE, ...SLOW, ...AGAIN] : []),
];

const PAGES = 'test/journeys/pages-built.ts';
const POSTGRES = 'test/postgres-server.ts';

/** The set-up runs only if a test of the project does. */
const project = (name: string, include: string[], exclude: string[], globalSetup: string[]) => ({
  extends: true as const,
  test: { name, include, exclude: [...NOT_NOW, ...exclude], globalSetup },
});

export default defineConfig({
  test: {
    projects: IS_DEEP
      ? [project('deep', [...DEEP, ...AGAIN], [], [PAGES, POSTGRES, 'tools/pack/test/runtimes.ts'])]
      : [
          project('unit', UNIT, [], []),
          project('service', ALL, [...UNIT, ...JOURNEYS], IS_QUICK ? [PAGES] : [PAGES, POSTGRES]),
          project('journeys', JOURNEYS, [], [PAGES]),
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
