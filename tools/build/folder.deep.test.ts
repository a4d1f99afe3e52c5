import { execFileSync, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { globSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { loopbackCertificates } from '../../apps/service/test/loopback-certificates.ts';
import { supervise } from '../../apps/service/test/spawn-service.ts';
import { VERSION } from '../../apps/service/src/runtime/version.ts';
import { softHsmModule } from '../../packages/pkcs11/test/find-soft-hsm.ts';
import { SoftHsm } from '../../packages/pkcs11/test/soft-hsm.ts';
import { freePorts } from '../../test/free-port.ts';
import { createDatabase } from '../../test/postgres-server.ts';
import { BIN } from './bundle.ts';
import { buildFolder, type BuiltFolder } from './folder.ts';
import { tryService, type Finding } from '../../test/try-service.ts';

const ROOT = join(import.meta.dirname, '..', '..');
/** They make the docs and are not in them. */
const BUILD_ONLY = new Set(['highlight.js', 'marked']);

describe('the build folder, on its own', () => {
  let above: string;
  let folder: string;
  let built: BuiltFolder;
  beforeAll(async () => {
    above = mkdtempSync(join(tmpdir(), 'authly-build-'));
    folder = join(above, 'authly');
    built = await buildFolder(folder);
  });
  afterAll(() => rmSync(above, { recursive: true, force: true }));

  /** A path without Node. */
  const authly = (env: Record<string, string>, ...args: string[]): string =>
    execFileSync(join(folder, 'bin/authly'), args, {
      encoding: 'utf8',
      env,
      cwd: '/',
      stdio: ['ignore', 'pipe', 'pipe'],
    });

  async function settings(name: string): Promise<Record<string, string>> {
    const data = join(above, name);
    mkdirSync(data, { mode: 0o700 });
    const { caFile, certFile, keyFile } = await loopbackCertificates(data);
    const [api, redirect, ops, console] = await freePorts(4);
    return {
      PATH: '/usr/bin:/bin',
      NODE_EXTRA_CA_CERTS: caFile,
      AUTHLY_ENV: 'production',
      AUTHLY_BASE_URL: `https://localhost:${api}`,
      AUTHLY_DATA_DIR: data,
      AUTHLY_HOST: '127.0.0.1',
      AUTHLY_PORT: `${api}`,
      AUTHLY_HTTP_PORT: `${redirect}`,
      AUTHLY_OPS_PORT: `${ops}`,
      AUTHLY_CONSOLE_PORT: `${console}`,
      AUTHLY_SHUTDOWN_DELAY_S: '0',
      AUTHLY_MASTER_KEY: randomBytes(32).toString('base64'),
      AUTHLY_TLS_CERT_FILE: certFile,
      AUTHLY_TLS_KEY_FILE: keyFile,
    };
  }

  /** `authly serve` on a new store during a test. */
  async function serving(env: Record<string, string>, tried: () => void | Promise<void>): Promise<void> {
    authly(env, 'migrate');
    const service = supervise(spawn(join(folder, 'bin/authly'), ['serve'], { env, cwd: '/' }));
    try {
      await service.ready(AbortSignal.timeout(50_000));
      await tried();
      expect(await service.end('SIGTERM')).toBe(0);
    } finally {
      await service.end('SIGKILL');
    }
  }

  /** Promises that do not hold. */
  async function broken(env: Record<string, string>): Promise<Finding[]> {
    const ca = readFileSync(env['NODE_EXTRA_CA_CERTS']!, 'utf8');
    const baseUrl = env['AUTHLY_BASE_URL']!;
    const findings = await tryService({ baseUrl, ca, authly: (...args) => authly(env, ...args) });
    return findings.filter(({ holds }) => !holds);
  }

  it('serves sessions and pages in production on SQLite, and its doctor reports no problems', async () => {
    const env = await settings('sqlite');
    expect(authly(env, '--version').trim()).toBe(VERSION);
    await serving(env, async () => {
      expect(await broken(env)).toEqual([]);
      // It exits with 1 if anything is wrong.
      authly(env, 'doctor');
    });
  });

  it('serves them on Postgres', async () => {
    const database = await createDatabase(inject('postgresUrl'));
    try {
      const env = { ...(await settings('postgres')), AUTHLY_DATABASE_URL: database.url };
      await serving(env, async () => expect(await broken(env)).toEqual([]));
    } finally {
      await database.drop();
    }
  });

  it.runIf(softHsmModule() !== undefined)('makes its keys in a PKCS#11 token', async () => {
    using hsm = new SoftHsm();
    const env = { ...(await settings('token')), ...hsm.env, SOFTHSM2_CONF: process.env['SOFTHSM2_CONF']! };
    await serving(env, () =>
      expect(JSON.parse(authly(env, 'keys', 'list', '--json'))).toContainEqual(
        expect.objectContaining({ purpose: 'bio-signing', kept_in: 'pkcs11' }),
      ),
    );
  });

  it('is within the size that the guide promises', () => {
    expect(built.bytes / 1_000_000).toBeLessThan(150);
  });

  const bundle = (): string[] => readdirSync(join(folder, BIN));

  it('has the engine’s threads and the PKCS#11 process in separate files, and loads OpenTelemetry and PKCS#11 only on demand', () => {
    const names = bundle();
    expect(names).toEqual(expect.arrayContaining(['engine-worker.mjs', 'token-process.mjs']));
    expect(readFileSync(join(folder, BIN, 'authly.mjs'), 'utf8')).not.toContain('BatchSpanProcessor');
    expect(names.some((name) => name.startsWith('tracer'))).toBe(true);
    const withKoffi = names.filter(
      (name) => name !== 'token-process.mjs' && readFileSync(join(folder, BIN, name), 'utf8').includes('koffi'),
    );
    expect(withKoffi).toHaveLength(1);
    for (const name of names)
      expect(readFileSync(join(folder, BIN, name), 'utf8')).not.toContain(`from "./${withKoffi[0]}"`);
  });

  it('has only ASCII and Latin-1 characters, which take one byte in memory', () => {
    for (const name of bundle()) expect(readFileSync(join(folder, BIN, name), 'utf8')).not.toMatch(/[\u0100-\uffff]/);
  });

  it('includes every required package, except two that Authly does not use', () => {
    const loaded = bundle().flatMap((name) =>
      [...readFileSync(join(folder, BIN, name), 'utf8').matchAll(/__require\("([^".][^"]*)"\)/g)].map(
        ([, specifier]) => specifier!,
      ),
    );
    const packages = new Set(loaded.filter((specifier) => !isBuiltin(specifier)));
    expect([...packages].sort()).toEqual(['light-my-request', 'pg-native']);
  });

  it.each(['app', 'console', 'docs', 'hosted', 'service'])(
    'has the license of each package that is bundled into %s, and says that Authly is Apache-2.0',
    (name) => {
      const { dependencies } = JSON.parse(readFileSync(join(ROOT, 'apps', name, 'package.json'), 'utf8'));
      const place = name === 'service' ? '' : `apps/${name}/dist`;
      const notices = readFileSync(join(folder, place, 'THIRD-PARTY-NOTICES.txt'), 'utf8').split(
        `\n${'-'.repeat(80)}\n\n`,
      );
      const others = Object.keys(dependencies).filter((each) => !each.startsWith('@authly/') && !BUILD_ONLY.has(each));
      expect(others).not.toEqual([]);
      for (const other of others)
        expect(notices).toContainEqual(
          expect.stringMatching(new RegExp(`^${other} \\d.*(?:Permission|Redistribution|TERMS AND)`, 's')),
        );
      const scripts = globSync(name === 'service' ? `${BIN}/*.mjs` : `${place}/**/*.js`, { cwd: folder });
      expect(scripts).not.toEqual([]);
      for (const script of scripts)
        expect(readFileSync(join(folder, script), 'utf8').slice(0, 100)).toContain(
          'SPDX-License-Identifier: Apache-2.0',
        );
    },
  );

  it('has no path of the build machine', () => {
    for (const name of bundle()) expect(readFileSync(join(folder, BIN, name), 'utf8')).not.toContain(ROOT);
  });
});
