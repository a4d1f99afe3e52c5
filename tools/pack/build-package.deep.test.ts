import { execFile } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildPackage } from './build-package.ts';
import { PACKAGES, root } from './package-files.ts';

const run = promisify(execFile);

/** A project with both packages as they are built, and nothing else of ours. */
let project: string;
const installed = (folder: string): string => join(project, 'node_modules', '@authly', folder);
beforeAll(async () => {
  project = mkdtempSync(join(tmpdir(), 'authly-built-'));
  writeFileSync(join(project, 'package.json'), '{"type":"module"}');
  for (const each of PACKAGES) await buildPackage(each, installed(each.folder));
});
afterAll(() => rmSync(project, { recursive: true }));

const manifestOf = (folder: string) =>
  JSON.parse(readFileSync(join(installed(folder), 'package.json'), 'utf8')) as Record<string, unknown>;

describe.each(PACKAGES.map(({ folder }) => folder))('@authly/%s', (folder) => {
  test('the sources are private; the built package is public, and an SDK has no dependency', () => {
    const sources = JSON.parse(readFileSync(join(root, 'packages', folder, 'package.json'), 'utf8')) as object;
    expect(sources).toHaveProperty('private', true);
    const manifest = manifestOf(folder);
    expect(manifest['dependencies']).toEqual(
      folder === 'app-client' ? { hpke: expect.any(String) as string } : undefined,
    );
    for (const name of ['private', 'devDependencies', 'peerDependencies', 'scripts'])
      expect(manifest).not.toHaveProperty(name);
  });

  test('does not mention the contract package, typebox or a TypeScript file', () => {
    const code = readdirSync(installed(folder), { recursive: true, encoding: 'utf8' }).filter((name) =>
      /\.(?:js|d\.ts|mjs)$/.test(name),
    );
    const withoutComments = (name: string): string =>
      readFileSync(join(installed(folder), name), 'utf8').replaceAll(/^\s*(?:\/\/|\*|\/\*\*).*$/gm, '');
    expect(code.filter((name) => /typebox|@authly\/contract|\.ts['"]/.test(withoutComments(name)))).toEqual([]);
    expect(code.filter((name) => name.includes('.test.'))).toEqual([]);
  });

  test('includes the license, the README and every file of its package.json', () => {
    const files = new Set(readdirSync(installed(folder), { recursive: true, encoding: 'utf8' }));
    const named = JSON.stringify(manifestOf(folder)).match(/(?<=")\.\/[^"]+\.(?:js|mjs|d\.ts|json)(?="[,}\]])/g)!;
    expect(named.length).toBeGreaterThan(4);
    expect([...named, './LICENSE', './README.md'].filter((name) => !files.has(name.slice(2)))).toEqual([]);
  });
});

test('the server SDK includes the published signature vectors', () => {
  const of = (file: string): unknown => JSON.parse(readFileSync(file, 'utf8'));
  expect(of(join(installed('merchant'), 'signature-vectors.json'))).toEqual(
    of(join(root, 'packages', 'contract', 'signature-vectors.json')),
  );
});

test("the server SDK's core runs with web globals only, as on an edge runtime", async () => {
  const readme = readFileSync(join(root, 'packages', 'merchant', 'README.md'), 'utf8');
  const examples = [...readme.matchAll(/^```ts\n(.*?)^```$/gms)].map(([, code]) => code!);
  writeFileSync(join(project, 'example.js'), examples.find((code) => code.includes('createFakeService'))!);
  cpSync(join(import.meta.dirname, 'test', 'web-globals-only.mjs'), join(project, 'web-globals-only.mjs'));
  const options = ['--experimental-vm-modules', '--disable-warning=ExperimentalWarning'];
  const { stdout } = await run(process.execPath, [...options, 'web-globals-only.mjs', join(project, 'example.js')], {
    cwd: project,
  });
  expect(stdout).toBe('200\n401\n');
});
