// `npm test`: everything that must hold, one step after the other, with the time each took.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..');
const node = [process.execPath, '--disable-warning=ExperimentalWarning'];

const STEPS: readonly { readonly name: string; readonly command: readonly string[] }[] = [
  { name: 'types', command: ['tsc', '-p', 'tsconfig.json'] },
  { name: 'types of the pages', command: ['tsc', '-p', 'tsconfig.browser.json'] },
  { name: 'lint', command: ['oxlint', '--type-aware', '--deny-warnings'] },
  { name: 'import rules', command: [...node, 'tools/import-rules.ts'] },
  { name: 'generated files', command: [...node, 'tools/generate.ts', '--check'] },
  { name: 'tests', command: ['vitest', 'run', ...process.argv.slice(2)] },
];

const began = Date.now();
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
