import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';

const ROOT = join(import.meta.dirname, '..');
/** Inside the repository, where `vitest` is found. */
const folder = mkdtempSync(join(ROOT, 'node_modules', '.failed-tests-'));
const report = join(folder, 'report');

const run = (...args: string[]): string => {
  const vitest = [join(ROOT, 'node_modules/vitest/vitest.mjs'), 'run', '--root', folder, '--silent=passed-only'];
  const reporters = ['--reporter=default', `--reporter=${join(ROOT, 'test/failed-tests.ts')}`];
  const env = { ...process.env, AUTHLY_FAILED_TESTS: report, AUTHLY_TESTS: '' };
  const child = spawnSync(process.execPath, [...vitest, ...reporters, ...args], { env, encoding: 'utf8' });
  return stripVTControlCharacters(child.stdout + child.stderr);
};

let output: string;
beforeAll(() => {
  const vitest = `import { beforeAll, describe, expect, it } from 'vitest';\n`;
  const tests = {
    'a.test.js': `describe("a shop's session", () => {
        it('costs 1 (one)', () => expect(2, 'two\\nlines').toBe(1));
        it('costs 1', () => console.log('said by', 'a pass'));
      });`,
    'hook.test.js': `describe('a suite', () => { beforeAll(() => { throw new Error('no server'); }); it('passes', () => {}); });`,
    'import.test.js': `throw new Error('no module');`,
    'late.test.js': `it('passes', () => void Promise.reject(new Error('nobody waits')));`,
  };
  for (const [name, text] of Object.entries(tests)) writeFileSync(join(folder, name), vitest + text);
  output = run();
});
afterAll(() => rmSync(folder, { recursive: true }));

it('a failed test, hook or file has its name, the first line of its message and the command that runs it', () => {
  const reported = readFileSync(report, 'utf8');
  expect(reported).toContain(`✗ a.test.js > a shop's session > costs 1 (one)
  two
  npm run vitest -- run a.test.js -t 'a shop'\\''s session > costs 1 \\(one\\)'`);
  expect(reported).toContain(
    `✗ hook.test.js > a suite\n  no server\n  npm run vitest -- run hook.test.js -t 'a suite'`,
  );
  expect(reported).toContain(`✗ import.test.js\n  no module\n  npm run vitest -- run import.test.js`);
  expect(reported.split('\n').at(-1)).toBe('✗ unhandled error: nobody waits');
  expect(reported.match(/✗/g)).toHaveLength(4);
});

it('the command runs the failed test alone', () => {
  expect(run('a.test.js', '-t', "a shop's session > costs 1 \\(one\\)")).toMatch(/1 failed.*1 skipped/);
});

it('the output of passing tests is not printed', () => {
  expect(output).not.toContain('said by a pass');
});
