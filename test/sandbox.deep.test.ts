import { once } from 'node:events';
import { statSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { stopSandboxProcess, type SandboxProcess } from './sandbox-process.ts';
import { tokenStatus, useSandboxes } from './sandboxes.ts';

describe('npm start on a folder that was used', () => {
  const { dataDir, start, typeReadmeLines } = useSandboxes();
  let first: SandboxProcess;
  beforeAll(async () => (first = await start()), 120_000);

  it('a second one on the same folder fails with the address of the first, and changes nothing', {
    timeout: 120_000,
  }, async () => {
    const changed = (): number[] =>
      ['tls-cert.pem', 'sandbox.json', 'master.key'].map((name) => statSync(join(dataDir, name)).mtimeMs);
    const before = changed();
    const refusal = (await start().catch((error: unknown) => error)) as Error & { exitCode: number };
    expect(refusal.exitCode).toBe(1);
    expect(refusal.message).toContain(
      `The sandbox did not start: a service runs on ${dataDir} already, at ${first.facts['base_url']}`,
    );
    expect(refusal.message).toMatch(/\n {2}AUTHLY_DATA_DIR='.*-2' npm start\n/);
    expect(changed()).toEqual(before);
    expect(await tokenStatus(first.facts)).toBe(200);
  });

  it('the README’s commands without a sandbox stop at the first call with curl’s error', {
    timeout: 120_000,
  }, async () => {
    await stopSandboxProcess(first.child);
    await expect(typeReadmeLines()).rejects.toMatchObject({
      killed: false,
      stdout: '',
      stderr: expect.stringMatching(/^curl: \(7\) [^\n]*\n$/) as string,
    });
  });

  it.each<NodeJS.Signals>(['SIGTERM', 'SIGHUP', 'SIGKILL'])(
    'a restart on the same folder keeps the credentials, and %s to npm alone leaves nothing behind',
    { timeout: 120_000 },
    async (signal) => {
      const { child, facts, output } = await start(['npm', 'start']);
      expect(facts['client_secret']).toBe(first.facts['client_secret']);
      expect(await tokenStatus(facts)).toBe(200);
      // Its output closes when its last process has ended.
      const ended = once(child, 'close') as Promise<[number | null]>;
      child.kill(signal);
      const [code] = await ended;
      expect(code).toBe(signal === 'SIGTERM' ? 0 : null);
      expect(output()).toContain('Stopping …');
      expect(output()).toContain('Stopped.');
      for (const name of ['base_url', 'shop_url', 'ops_url', 'console_url'])
        expect(await isOpen(Number(new URL(facts[name]!).port))).toBe(false);
    },
  );
});

async function isOpen(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1');
  const open = await once(socket, 'connect').then(
    () => true,
    () => false,
  );
  socket.destroy();
  return open;
}
