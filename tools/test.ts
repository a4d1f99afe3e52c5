// `npm test`: every check, and every promise tested once, with the time of each step. `npm run quick`: the part that needs neither
// a browser nor Postgres. `npm run test:deep`: all other tests (see test/kind.ts).
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { softHsmModule } from '../packages/pkcs11/test/find-soft-hsm.ts';
import { hasLibfprint } from '../packages/reader/test/find-libfprint.ts';
import { findFirefox, findWebKit } from '../test/engines/find-engines.ts';
import { findBrowser, findHeadlessShell } from '../test/journeys/find-browser.ts';
import { secondsSince } from './command.ts';
import { findFaketime } from '../test/faketime.ts';
import { ensureInstalled } from './debian-package.ts';
import { scratchFolder } from '../test/scratch-folder.ts';

interface Step {
  readonly name: string;
  readonly command: readonly string[];
  readonly env?: Record<string, string>;
}

const root = join(import.meta.dirname, '..');
const node = [process.execPath, '--disable-warning=ExperimentalWarning'];
/** Signals are passed on to the running steps, and no further step begins. */
const ENDING: readonly NodeJS.Signals[] = ['SIGINT', 'SIGTERM', 'SIGHUP'];
const [first] = process.argv.slice(2);
const isQuick = first === '--quick';
const isDeep = first === '--deep';

/** Incremental: only what changed since the last run is checked. */
const types = (project: string): readonly string[] => {
  const notes = join(root, 'node_modules', '.cache', 'tsc', `${project}.tsbuildinfo`);
  return ['tsc', '-p', project, '--incremental', '--tsBuildInfoFile', notes];
};

// Independent of each other, longest first.
const CHECKS: readonly Step[] = [
  { name: 'lint', command: ['oxlint', '--deny-warnings', ...(isQuick ? [] : ['--type-aware'])] },
  { name: 'unused code', command: ['knip', '--no-config-hints'] },
  { name: 'types', command: types('tsconfig.json') },
  { name: 'types of the pages', command: types('tsconfig.browser.json') },
  { name: 'types of the console', command: types('tsconfig.console.json') },
  { name: 'types of the pages’ tests', command: types('tsconfig.page-tests.json') },
  { name: 'generated files', command: [...node, 'tools/generate.ts', '--check'] },
  {
    name: 'OpenAPI',
    // Strict: a warning is an error.
    command: [
      'redocly',
      'lint',
      '--extends=recommended-strict',
      'docs/reference/openapi.json',
      'docs/reference/bio-api.openapi.json',
    ],
    env: { REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' },
  },
  { name: 'format', command: ['biome', 'format', '.'] },
  { name: 'import rules', command: [...node, 'tools/import-rules.ts'] },
];
/** Debian's packages that tests need. Without one of them its tests are skipped. */
const programs = [
  { needed: 'journeys', packages: ['chromium'], found: findBrowser, when: !isQuick },
  { needed: 'keys in a PKCS#11 token', packages: ['softhsm2'], found: softHsmModule, when: !isQuick },
  { needed: 'wrong clocks', packages: ['libfaketime'], found: findFaketime, when: !isQuick },
  { needed: 'readers', packages: ['libfprint-2-2'], found: hasLibfprint, when: !isQuick },
  { needed: 'journeys in Firefox', packages: ['firefox-esr'], found: findFirefox, when: isDeep },
  { needed: 'journeys in WebKit', packages: ['webkit2gtk-driver', 'xvfb'], found: findWebKit, when: isDeep },
].filter(({ when }) => when);
const failedTests = join(tmpdir(), `authly-failed-tests-${process.pid}`);
process.once('exit', () => rmSync(failedTests, { force: true }));
const TESTS: Step = {
  name: isQuick ? 'tests without browser and Postgres' : isDeep ? 'deep tests' : 'tests',
  command: ['vitest', 'run', ...process.argv.slice(isQuick || isDeep ? 3 : 2)],
  env: {
    ...scratchFolder(),
    AUTHLY_TESTS: isQuick ? 'quick' : isDeep ? 'deep' : '',
    AUTHLY_FAILED_TESTS: failedTests,
  },
};

const began = Date.now();
let isStopped = false;
// The journeys cost about a third less processor time in it than in a whole Chromium.
if (!isQuick) ensureInstalled('Needed for journeys', ['chromium-headless-shell'], findHeadlessShell);
for (const { needed, packages, found } of programs) ensureInstalled(`Needed for ${needed}`, packages, found);
const waiting = isDeep ? [] : [...CHECKS];
// The checks run in parallel, because tests often wait.
const failed: Step[] = [];
await Promise.all([run(TESTS, 'inherit'), checkOneByOne()]);
if (isStopped) {
  console.error('\nStopped.');
  process.exit(130);
}
const missing = programs.filter(({ found }) => !found());
if (missing.length > 0)
  console.warn(`\nNOT RUN, because a program is missing: ${missing.map(({ needed }) => needed).join(', ')}.`);
if (failed.length > 0) {
  // The failed tests last.
  failed.sort((a, b) => Number(a === TESTS) - Number(b === TESTS));
  console.error([`\nNot everything holds (${secondsSince(began)} s).\n`, ...failed.map(describeFailed)].join('\n'));
  process.exit(1);
}
console.log(`\nEverything ${isQuick ? 'that is quick to check ' : ''}holds (${secondsSince(began)} s).`);

async function checkOneByOne(): Promise<void> {
  for (let step = waiting.shift(); step !== undefined; step = waiting.shift()) await run(step, 'pipe');
}

/** The failed tests, or the command of another failed step. */
function describeFailed(step: Step): string {
  const command = `✗ ${step.name}\n  npx ${step.command.join(' ')}`;
  if (step !== TESTS) return command.replace(`npx ${process.execPath}`, 'node');
  try {
    return readFileSync(failedTests, 'utf8') || command;
  } catch {
    return `${command} ended without a report: see above`;
  }
}

async function run(step: Step, stdio: 'inherit' | 'pipe'): Promise<void> {
  const { name, command, env = {} } = step;
  const stepBegan = Date.now();
  if (stdio === 'inherit') console.log(`\n── ${name} ──`);
  const [program = '', ...args] = command;
  const child = spawn(program, args, { cwd: root, stdio: ['inherit', stdio, stdio], env: { ...process.env, ...env } });
  const passOn = (signal: NodeJS.Signals): void => {
    isStopped = true;
    waiting.length = 0;
    child.kill(signal);
  };
  for (const signal of ENDING) process.on(signal, passOn);
  let said = '';
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding('utf8').on('data', (text: string) => (said += text));
  const [status] = (await once(child, 'close')) as [number | null];
  for (const signal of ENDING) process.off(signal, passOn);
  if (isStopped) return;
  if (stdio === 'pipe') console.log(`\n── ${name} ──\n${said.trimEnd()}`.trimEnd());
  console.log(`${status === 0 ? '✓' : '✗'} ${name} (${secondsSince(stepBegan)} s)`);
  if (status !== 0) failed.push(step);
}
