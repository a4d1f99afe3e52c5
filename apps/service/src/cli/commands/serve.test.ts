import { spawn, type ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { runAuthly } from '../../../test/cli-run.ts';
import { developmentCertificates } from '../../../../sandbox/src/development-certificates/development-certificates.ts';

const AUTHLY = join(import.meta.dirname, '../../../bin/authly.mjs');

describe('authly serve at a failed start', () => {
  const folder = mkdtempSync(join(tmpdir(), 'authly-serve-'));
  const masterKey = randomBytes(32).toString('base64');
  let env: Record<string, string>;
  let taken: Server;
  let port: number;
  beforeAll(async () => {
    const { certFile, keyFile } = await developmentCertificates(folder, ['localhost'], new Date());
    taken = createServer().listen(0, '127.0.0.1');
    await once(taken, 'listening');
    ({ port } = taken.address() as { port: number });
    env = {
      AUTHLY_ENV: 'test',
      AUTHLY_DATA_DIR: folder,
      AUTHLY_HOST: '127.0.0.1',
      AUTHLY_PORT: '0',
      AUTHLY_HTTP_PORT: '0',
      AUTHLY_OPS_PORT: '0',
      AUTHLY_BASE_URL: 'https://authly.test',
      AUTHLY_MASTER_KEY: masterKey,
      AUTHLY_TLS_CERT_FILE: certFile,
      AUTHLY_TLS_KEY_FILE: keyFile,
    };
  });
  const running = new Set<ChildProcess>();
  afterEach(() => running.forEach((child) => child.kill('SIGKILL')));
  afterAll(() => {
    taken.close();
    rmSync(folder, { recursive: true, force: true });
  });

  /** Resolves when the process exits. */
  async function serve(settings: Record<string, string>): Promise<{ code: number; said: string }> {
    const child = spawn(process.execPath, [AUTHLY, 'serve'], {
      stdio: ['ignore', 'ignore', 'pipe'],
      env: { NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'], ...env, ...settings },
    });
    running.add(child);
    child.once('exit', () => running.delete(child));
    const [said, [code]] = await Promise.all([text(child.stderr), once(child, 'exit') as Promise<[number]>]);
    return { code, said };
  }

  it('exits with one sentence that names AUTHLY_PORT when the port is in use', async () => {
    expect(await serve({ AUTHLY_PORT: `${port}` })).toEqual({
      code: 1,
      said: `authly: port ${port} is taken: stop what uses it, or set AUTHLY_PORT to another\n`,
    });
  });

  it('in production an empty database is refused and left alone, until authly migrate has made a new store with its keys', async () => {
    const data = join(folder, 'production');
    const production = { AUTHLY_ENV: 'production', AUTHLY_BASE_URL: 'https://localhost', AUTHLY_PORT: `${port}` };
    const refused = await serve({ ...production, AUTHLY_DATA_DIR: data });
    expect(refused.code).toBe(78);
    expect(refused.said).toBe(
      `authly: there is no store with keys in ${data}: run "authly migrate" for a new store, or restore the backup of the one that you had\n`,
    );
    expect(existsSync(data)).toBe(false);
    const migrate = () => runAuthly(['migrate'], { ...env, ...production, AUTHLY_DATA_DIR: data });
    expect((await migrate()).out).toMatch(/\n\nNEW STORE with new keys: (\S+, )+\S+\. They open no enrollment of an/);
    expect((await migrate()).out).toBe('The schema is at version 1.\n');
    expect((await serve({ ...production, AUTHLY_DATA_DIR: data })).said).toContain(`port ${port} is taken`);
  });

  it('exits with one sentence when the master key does not decrypt the keys', async () => {
    const { code, said } = await serve({ AUTHLY_MASTER_KEY: randomBytes(32).toString('base64') });
    expect([code, said]).toEqual([1, expect.stringMatching(/^authly: .*master key.*\n$/)]);
  });
});
