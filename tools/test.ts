// `npm test`: everything that must hold, one step after the other, with the time each took.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { findBrowser } from '../test/journeys/find-browser.ts';

const root = join(import.meta.dirname, '..');
const node = [process.execPath, '--disable-warning=ExperimentalWarning'];

const STEPS: readonly { readonly name: string; readonly command: readonly string[] }[] = [
  { name: 'types', command: ['tsc', '-p', 'tsconfig.json'] },
  { name: 'types of the pages', command: ['tsc', '-p', 'tsconfig.browser.json'] },
  { name: 'types of the pages’ tests', command: ['tsc', '-p', 'tsconfig.page-tests.json'] },
  { name: 'format', command: ['biome', 'format', '.'] },
  { name: 'lint', command: ['oxlint', '--type-aware', '--deny-warnings'] },
  { name: 'import rules', command: [...node, 'tools/import-rules.ts'] },
  { name: 'generated files', command: [...node, 'tools/generate.ts', '--check'] },
  { name: 'pages', command: [...node, 'tools/build-pages.ts'] },
  { name: 'tests', command: ['vitest', 'run', ...process.argv.slice(2)] },
];

const began = Date.now();
ensureBrowser();
for (const { name, command } of STEPS) {
  const stepBegan = Date.now();
  console.log(`\n── ${name} ──`);
  const [program = '', ...args] = command;
  const { status } = spawnSync(program, args, { cwd: root, stdio: 'inherit' });
  const seconds = ((Date.now() - stepBegan) / 1000).toFixed(1);
  if (status !== 0) {
    console.error(`\n✗ ${name} failed after ${seconds} s. Nothing after it was run.`);
    process.exit(status ?? 1);
  }
  console.log(`✓ ${name} (${seconds} s)`);
}
console.log(`\nEverything holds (${((Date.now() - began) / 1000).toFixed(0)} s).`);

/** The journeys run in any Chrome or Chromium that is there, else in Debian's where this may install it. Without one they say so themselves. */
function ensureBrowser(): void {
  if (findBrowser() !== undefined || process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return;
  console.log("── browser ──\nNo Chrome or Chromium is here: installing Debian's chromium for the journeys …");
  for (const args of [
    ['update', '-qq'],
    ['install', '-y', '-qq', '--no-install-recommends', 'chromium'],
  ]) {
    spawnSync('apt-get', args, {
      stdio: ['ignore', 'ignore', 'inherit'],
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    });
  }
}
