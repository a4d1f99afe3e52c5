import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { MIGRATIONS } from '../../apps/service/src/storage/sqlite/migrate.ts';
import { VERSION } from '../../apps/service/src/config/version.ts';
import { bundleService } from './bundle.ts';

const ROOT = join(import.meta.dirname, '..', '..');

describe('the bundle of the image', () => {
  let folder: string;
  const file = (name: string): string => join(folder, 'apps/service/bin', name);
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'authly-bundle-'));
    await bundleService(folder);
    cpSync(join(ROOT, 'apps/service/package.json'), join(folder, 'apps/service/package.json'));
    symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it('runs, and finds what lies beside its sources', () => {
    expect(execFileSync(process.execPath, [file('authly.mjs'), '--version'], { encoding: 'utf8' }).trim()).toBe(
      VERSION,
    );
  });

  it('has the migrations that it applies', () => {
    const env = { AUTHLY_DATA_DIR: join(folder, 'data'), AUTHLY_ENV: 'test' };
    const told = execFileSync(process.execPath, [file('authly.mjs'), 'migrate', '--json'], { encoding: 'utf8', env });
    expect((JSON.parse(told) as { version: number }).version).toBe(MIGRATIONS.length);
  });

  it('has the engine’s threads and the process of a PKCS#11 token in files of their own, and OpenTelemetry and PKCS#11 where nobody loads them by chance', () => {
    const names = readdirSync(join(folder, 'apps/service/bin'));
    expect(names).toEqual(expect.arrayContaining(['engine-worker.mjs', 'token-process.mjs']));
    expect(readFileSync(file('authly.mjs'), 'utf8')).not.toContain('BatchSpanProcessor');
    expect(names.some((name) => name.startsWith('otlp-tracer'))).toBe(true);
    const withKoffi = names.filter(
      (name) => name !== 'token-process.mjs' && readFileSync(file(name), 'utf8').includes('koffi'),
    );
    expect(withKoffi).toHaveLength(1);
    for (const name of names) expect(readFileSync(file(name), 'utf8')).not.toContain(`from "./${withKoffi[0]}"`);
  });

  it('takes one byte a character in memory', () => {
    for (const name of readdirSync(join(folder, 'apps/service/bin')))
      expect(readFileSync(file(name), 'utf8')).not.toMatch(/[\u0100-\uffff]/);
  });

  it('has every package inside that it may require, but two for uses that are not ours', () => {
    const loaded = readdirSync(join(folder, 'apps/service/bin')).flatMap((name) =>
      [...readFileSync(file(name), 'utf8').matchAll(/__require\("([^".][^"]*)"\)/g)].map(([, specifier]) => specifier!),
    );
    const packages = new Set(loaded.filter((specifier) => !isBuiltin(specifier)));
    expect([...packages].sort()).toEqual(['light-my-request', 'pg-native']);
  });

  it('names no folder of the machine that it was made on', () => {
    for (const name of readdirSync(join(folder, 'apps/service/bin')))
      expect(readFileSync(file(name), 'utf8')).not.toContain(ROOT);
  });
});
