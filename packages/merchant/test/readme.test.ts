import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { HELP } from '../src/bio-check/options.ts';

const packageFolder = join(import.meta.dirname, '..');
const readme = readFileSync(join(packageFolder, 'README.md'), 'utf8');
const examples = [...readme.matchAll(/^```ts\n(.*?)^```$/gms)].map(([, code]) => code!);

test('every example in the README is true to the types of the public face', async () => {
  const root = join(packageFolder, '..', '..');
  mkdirSync(join(packageFolder, 'dist'), { recursive: true });
  const folder = mkdtempSync(join(packageFolder, 'dist', 'readme-'));
  try {
    for (const [i, code] of examples.entries()) writeFileSync(join(folder, `example-${i}.ts`), code);
    writeFileSync(
      join(folder, 'tsconfig.json'),
      JSON.stringify({ extends: join(root, 'tsconfig.json'), include: ['*.ts'], exclude: [] }),
    );
    const { stdout } = await promisify(execFile)(process.execPath, [
      join(root, 'node_modules', '.bin', 'tsc'),
      '-p',
      folder,
    ]).catch((error: { stdout: string }) => error);
    expect(stdout).toBe('');
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  expect(examples.length).toBeGreaterThan(6);
});

test("the example of testing one's own server does what its comments say", async () => {
  const code = examples.find((example) => example.includes('createFakeService'))!;
  mkdirSync(join(packageFolder, 'dist'), { recursive: true });
  const file = join(packageFolder, 'dist', `readme-testing-${process.pid}.ts`);
  writeFileSync(file, code);
  const { stdout } = await promisify(execFile)(process.execPath, [file]);
  rmSync(file);
  expect(stdout).toBe('200\n401\n');
});

test('the options of the runner that the README names exist', () => {
  const named = new Set(readme.slice(readme.indexOf('## authly-bio-check')).match(/--[a-z-]+/g));
  expect([...named].filter((option) => !HELP.includes(option))).toEqual([]);
});
