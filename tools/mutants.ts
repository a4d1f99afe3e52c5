// `npm run mutants -- FOLDER|FILE … [--tests FOLDER|FILE …]`: changes code in many small ways, one at a time and in a copy, and lists the
// changes that no test notices. The tests beside the code run, or those after `--tests`, on SQLite.
import { dirname, relative } from 'node:path';
import { parseArgs } from 'node:util';
import { Stryker } from '@stryker-mutator/core';
import { helpIfAsked } from './command.ts';

const USAGE =
  'npm run mutants -- FOLDER|FILE … [--tests FOLDER|FILE …], such as npm run mutants -- apps/service/src/session';
helpIfAsked(USAGE);
const { positionals: wanted, values } = parseArgs({
  allowPositionals: true,
  options: { tests: { type: 'string', multiple: true } },
});
if (wanted.length === 0) throw new Error(USAGE);
// Read by tools/mutants/vitest.config.ts in Stryker's processes.
process.env['AUTHLY_TESTS'] = 'quick';
const isFile = (path: string): boolean => path.endsWith('.ts');
const beside = wanted.map((path) => (isFile(path) ? dirname(path) : path));
process.env['AUTHLY_MUTANTS_TESTS'] = JSON.stringify(values.tests ?? beside);

const mutants = await new Stryker({
  testRunner: 'vitest',
  plugins: ['@stryker-mutator/vitest-runner'],
  vitest: { configFile: 'tools/mutants/vitest.config.ts', related: false },
  mutate: [
    ...wanted.map((path) => (isFile(path) ? path : `${path}/**/*.{ts,tsx}`)),
    '!**/{test,generated}/**',
    '!**/*.test.ts',
  ],
  // Most texts are for people.
  mutator: { excludedMutations: ['StringLiteral'] },
  concurrency: 1,
  disableTypeChecks: false,
  // Stryker would rewrite it with the API of an older TypeScript.
  tsconfigFile: 'none',
  tempDirName: 'node_modules/.cache/mutants',
  reporters: ['progress-append-only'],
}).runMutationTest();
const survivors = mutants.filter(({ status }) => status === 'Survived' || status === 'NoCoverage');
for (const { fileName, location, mutatorName, replacement, status } of survivors) {
  const where = `${relative('.', fileName)}:${location.start.line + 1}`;
  console.log(`${where} ${mutatorName}${status === 'NoCoverage' ? ', no test runs it' : ''}: ${replacement}`);
}
console.log(`${survivors.length} of ${mutants.length} changes are noticed by no test.`);
