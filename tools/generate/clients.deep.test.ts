import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { beforeAll, describe, expect, test } from 'vitest';
import { npm } from '../pack/tarballs.ts';

const run = promisify(execFile);
const root = join(import.meta.dirname, '..', '..');
/** The generators are large, so `npm ci` of the repository does not install them. */
const folder = join(root, 'node_modules', '.cache', 'clients');
const DOCUMENTS = ['openapi', 'bio-api.openapi'] as const;

const GENERATORS: readonly [program: string, args: (document: string, out: string) => string[]][] = [
  ['openapi-typescript', (document, out) => [document, '-o', `${out}.ts`]],
  ['openapi-ts', (document, out) => ['-i', document, '-o', out]],
  ['orval', (document, out) => ['--input', document, '--output', `${out}.ts`]],
  ['openapi-zod-client', (document, out) => [document, '-o', `${out}.ts`]],
];
const CONFIG = {
  compilerOptions: {
    strict: true,
    noEmit: true,
    target: 'es2022',
    lib: ['es2023', 'dom', 'dom.iterable'],
    types: [],
    module: 'esnext',
    moduleResolution: 'bundler',
    skipLibCheck: true,
  },
  include: ['generated'],
};

const bin = (program: string): string => join(folder, 'node_modules', '.bin', program);

beforeAll(async () => {
  rmSync(join(folder, 'generated'), { recursive: true, force: true });
  mkdirSync(join(folder, 'generated'), { recursive: true });
  for (const file of ['package.json', 'package-lock.json', '.npmrc'])
    cpSync(join(file === '.npmrc' ? root : join(import.meta.dirname, 'clients'), file), join(folder, file));
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(CONFIG));
  await npm(['ci', '--legacy-peer-deps', '--fetch-retries=0', '--prefer-offline'], folder);
}, 300_000);

const generated = (document: string, program: string): string => join('generated', `${document}-${program}`);

describe.each(DOCUMENTS)('clients generated from %s.json', (document) => {
  test.each(GENERATORS)('%s reads it', { timeout: 60_000 }, async (program, args) => {
    cpSync(join(root, 'docs', 'reference', `${document}.json`), join(folder, `${document}.json`));
    const options = args(`${document}.json`, generated(document, program));
    expect((await run(process.execPath, [bin(program), ...options], { cwd: folder })).stderr).not.toContain('rror');
  });
});

test('they compile in strict mode', { timeout: 120_000 }, async () => {
  expect((await run(process.execPath, [bin('tsc'), '-p', 'tsconfig.json'], { cwd: folder })).stdout).toBe('');
});

test('enums have their values, numbers their type, and a field with a default may be left out', () => {
  const read = (program: string): string => readFileSync(join(folder, `${generated('openapi', program)}.ts`), 'utf8');
  expect(read('openapi-zod-client')).not.toContain('z.unknown()');
  expect(read('openapi-zod-client')).toContain('z.number().int().gte(0).lte(25)');
  expect(read('openapi-typescript')).toMatch(/\n\s+type\?: string;/);
  expect(read('orval')).not.toMatch(/export (?:interface|type) Error\b/);
});
