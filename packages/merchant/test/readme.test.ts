import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { BIO_LIMITS, LIMITS } from '@authly/contract/wire/limits';
import { HELP } from '../src/bio-check/options.ts';
import { CLIENT_DEFAULTS } from '../src/client/create-authly-client.ts';

const packageFolder = join(import.meta.dirname, '..');
const readme = readFileSync(join(packageFolder, 'README.md'), 'utf8');
const examples = [...readme.matchAll(/^```ts\n(.*?)^```$/gms)].map(([, code]) => code!);

test('every example in the README compiles against the public types', async () => {
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

test('the example for tests of a server does what its comments say', async () => {
  const code = examples.find((example) => example.includes('createFakeService'))!;
  mkdirSync(join(packageFolder, 'dist'), { recursive: true });
  const file = join(packageFolder, 'dist', `readme-testing-${process.pid}.ts`);
  writeFileSync(file, code);
  const { stdout } = await promisify(execFile)(process.execPath, [file]);
  rmSync(file);
  expect(stdout).toBe('200\n401\n');
});

test('the runner has the options that the README names', () => {
  const section = readme.slice(readme.indexOf('## authly-bio-check')).replaceAll('npx --no-install', 'npx');
  const named = new Set(section.match(/--[a-z-]+/g));
  expect([...named].filter((option) => !HELP.includes(option))).toEqual([]);
});

function optionTable(heading: string): Record<string, string> {
  const section = readme.slice(readme.indexOf(heading));
  const [table] = /^\| option \| default \| \|\n(?:\|.*\n)+/m.exec(section)!;
  const rows = table.trim().split('\n').slice(2);
  return Object.fromEntries(
    rows.flatMap((row) => {
      const [, names = '', byDefault = ''] = row.split('|').map((cell) => cell.trim());
      return [...names.matchAll(/`(\w+)`/g)].map(([, name]) => [name!, byDefault] as const);
    }),
  );
}

function declaredOptions(file: string, begin: string): string[] {
  const source = readFileSync(join(packageFolder, 'src', file), 'utf8');
  const from = source.slice(source.indexOf(begin));
  const declaration = from.slice(0, from.search(/^(?:\}|\);)$/m));
  return [...declaration.matchAll(/readonly (\w+)\??:/g)].map(([, name]) => name!);
}

test('the table of the client has every option, and the defaults are those of the code', () => {
  const table = optionTable('## The API client');
  const declared = [
    ...declaredOptions('client/create-authly-client.ts', 'export interface AuthlyClientOptions'),
    ...declaredOptions('client/hooks.ts', 'export interface ClientHooks'),
  ];
  expect(declared.length).toBeGreaterThan(10);
  expect(Object.keys(table).sort()).toEqual(declared.sort());
  for (const [name, value] of Object.entries(CLIENT_DEFAULTS)) expect(table[name]).toBe(`\`${value}\``);
});

test('the table of the Bio API has every option, and the defaults are those of the contract', () => {
  const table = optionTable('## The Bio API');
  const declared = new Set([
    ...declaredOptions('bio/create-bio-api.ts', 'export type BioApiOptions'),
    ...declaredOptions('bio/verify-bio-request.ts', 'export interface VerifyBioRequestOptions'),
  ]);
  expect(declared.size).toBeGreaterThan(10);
  expect(Object.keys(table).sort()).toEqual([...declared].sort());
  expect(table['toleranceMs']).toBe(`\`${BIO_LIMITS.timestampToleranceMs}\``);
  expect(table['idempotencyMs']).toBe(`\`${LIMITS.idempotencyRetentionMs}\``);
});
