import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';

const run = promisify(execFile);
const packageFolder = join(import.meta.dirname, '..');
const rootModules = join(packageFolder, '..', '..', 'node_modules');

/** A merchant's project that has installed the built package and nothing else of ours. */
let project: string;
let installed: string;
beforeAll(async () => {
  project = mkdtempSync(join(tmpdir(), 'authly-merchant-project-'));
  installed = join(project, 'node_modules', '@authly', 'merchant');
  await run(process.execPath, ['--disable-warning=ExperimentalWarning', join(packageFolder, 'build.mjs'), installed]);
  // What a TypeScript project on Node has anyway, and the frameworks of the README's examples.
  for (const name of ['@types', 'undici-types', 'express', 'fastify', 'hono', 'pg'])
    symlinkSync(join(rootModules, name), join(project, 'node_modules', name));
  writeFileSync(join(project, 'package.json'), '{"type":"module"}');
});
afterAll(() => rmSync(project, { recursive: true }));

const example = (sign: string): string =>
  [...readFileSync(join(packageFolder, 'README.md'), 'utf8').matchAll(/^```ts\n(.*?)^```$/gms)]
    .map(([, code]) => code!)
    .find((code) => code.includes(sign))!;

test('the installed package has no dependency and names neither the contract package nor typebox', () => {
  const manifest = JSON.parse(readFileSync(join(installed, 'package.json'), 'utf8')) as object;
  expect(manifest).not.toHaveProperty('dependencies');
  const files = readdirSync(installed, { recursive: true })
    .map(String)
    .filter((name) => /\.(?:js|d\.ts|mjs)$/.test(name));
  expect(
    files.filter((name) =>
      /typebox|@authly\/contract|\.ts'/.test(
        readFileSync(join(installed, name), 'utf8').replaceAll(/^\s*(?:\/\/|\*|\/\*\*).*$/gm, ''),
      ),
    ),
  ).toEqual([]);
});

test('the published signature vectors come with it', async () => {
  const program =
    "import vectors from '@authly/merchant/signature-vectors.json' with { type: 'json' }; console.log(JSON.stringify(vectors))";
  writeFileSync(join(project, 'vectors.js'), program);
  const { stdout } = await run(process.execPath, [join(project, 'vectors.js')]);
  const published = readFileSync(join(packageFolder, '..', 'contract', 'signature-vectors.json'), 'utf8');
  expect(JSON.parse(stdout)).toEqual(JSON.parse(published));
});

test('it runs as plain JavaScript', async () => {
  writeFileSync(join(project, 'server.js'), example('createFakeService'));
  const { stdout } = await run(process.execPath, [join(project, 'server.js')]);
  expect(stdout).toBe('200\n401\n');
});

test("its core runs where there is nothing but the web's own globals, as on an edge runtime", async () => {
  writeFileSync(join(project, 'edge-example.js'), example('createFakeService'));
  cpSync(join(import.meta.dirname, 'web-globals-only.mjs'), join(project, 'web-globals-only.mjs'));
  const { stdout } = await run(process.execPath, [
    '--experimental-vm-modules',
    '--disable-warning=ExperimentalWarning',
    join(project, 'web-globals-only.mjs'),
    join(project, 'edge-example.js'),
  ]);
  expect(stdout).toBe('200\n401\n');
});

test('its runner runs as a program', async () => {
  const { stdout } = await run(process.execPath, [join(installed, 'bin', 'authly-bio-check.mjs'), '--list']);
  expect(stdout).toContain('nonce.replayed_store');
});

test("its types serve the README's examples in a strict project", async () => {
  mkdirSync(join(project, 'src'));
  const examples = [...readFileSync(join(packageFolder, 'README.md'), 'utf8').matchAll(/^```ts\n(.*?)^```$/gms)].map(
    ([, code]) => code!,
  );
  for (const [i, code] of examples.entries()) writeFileSync(join(project, 'src', `example-${i}.ts`), code);
  // Types that have become any would pass everything: these must not.
  const wrong =
    "import { createAuthlyClient } from '@authly/merchant';\nconst c = createAuthlyClient({ baseUrl: '', clientId: '', clientSecret: '', merchantId: '' });\nexport const s: number = (await c.result('', '')).status;\nexport const f: 'XX' = (await c.createEnrollment({ merchant_user_ref: '' })).mode;\n";
  writeFileSync(join(project, 'src', 'wrong.ts'), wrong);
  const compilerOptions = {
    target: 'es2024',
    module: 'nodenext',
    lib: ['es2024', 'esnext.disposable'],
    types: ['node'],
    strict: true,
    noEmit: true,
    skipLibCheck: true,
  };
  writeFileSync(join(project, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['src'] }));
  const { stdout } = await run(process.execPath, [join(rootModules, '.bin', 'tsc'), '-p', project]).catch(
    (error: { stdout: string }) => error,
  );
  const errors = stdout.split('\n').filter((line) => line.includes('error TS'));
  expect(errors.filter((line) => !line.includes('wrong.ts'))).toEqual([]);
  expect(errors).toHaveLength(2);
});

test('its own declarations hold together under a library check', async () => {
  const folder = join(project, 'check');
  cpSync(installed, folder, { recursive: true });
  const compilerOptions = {
    target: 'es2024',
    module: 'nodenext',
    lib: ['es2024', 'esnext.disposable'],
    types: ['node'],
    typeRoots: [join(project, 'node_modules', '@types')],
    strict: true,
    noEmit: true,
  };
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['**/*.d.ts'] }));
  const { stdout } = await run(process.execPath, [join(rootModules, '.bin', 'tsc'), '-p', folder]).catch(
    (error: { stdout: string }) => error,
  );
  expect(stdout.split('\n').filter((line) => line !== '' && !line.includes('node_modules'))).toEqual([]);
});
