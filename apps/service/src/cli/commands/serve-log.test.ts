import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, expect, it } from 'vitest';
import { loopbackCertificates } from '../../../test/loopback-certificates.ts';
import { spawnService } from '../../../test/spawn-service.ts';

const folder = mkdtempSync(join(tmpdir(), 'authly-serve-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Throws an uncaught error on request. */
const THROWS = `data:text/javascript,process.on('SIGUSR2',()=>setImmediate(()=>{throw new Error('planted')}))`;

it('logs a misspelled setting at the start; SIGUSR1 opens no debugger; an uncaught error is logged and ends the process', async () => {
  const { certFile, keyFile } = await loopbackCertificates(folder);
  const masterKey = randomBytes(32).toString('base64');
  const env = { AUTHLY_PROT: '8443' };
  const service = spawnService({
    folder,
    certFile,
    keyFile,
    masterKey,
    env,
    databaseUrl: undefined,
    nodeArgs: ['--import', THROWS],
  });
  const lines: string[] = [];
  let errors = '';
  createInterface({ input: service.child.stdout! }).on('line', (line) => lines.push(line));
  service.child.stderr!.on('data', (chunk: Buffer) => (errors += chunk.toString()));
  const ended = once(service.child, 'close');
  const { ops } = await service.ready(AbortSignal.timeout(60_000));
  service.child.kill('SIGUSR1');
  // Node would have said that the debugger listens.
  expect((await fetch(`http://127.0.0.1:${ops}/healthz`)).status).toBe(200);
  service.child.kill('SIGUSR2');
  expect(await ended).toEqual([1, null]);
  const said = lines.map((line) => JSON.parse(line) as Record<string, unknown>);
  expect(said).toContainEqual(
    expect.objectContaining({ level: 'warn', setting: 'AUTHLY_PROT', did_you_mean: 'AUTHLY_PORT' }),
  );
  expect(said).toContainEqual(
    expect.objectContaining({
      level: 'error',
      msg: 'uncaught error',
      err: expect.objectContaining({ message: 'planted' }) as object,
    }),
  );
  expect(errors).toBe('');
});
