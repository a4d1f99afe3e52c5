import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempDisposableSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { freePort } from '../../../../test/free-port.ts';
import { MERCHANT_ID } from '../../test/check-server.ts';
import { CHECKS } from './checks/index.ts';
import { main } from './main.ts';

const PROCESSES = 4;
const SERVER = join(import.meta.dirname, '..', '..', 'test', 'server-processes.ts');

test('--long --strict is green for a server of four processes on one SQLite file', { timeout: 300_000 }, async () => {
  using folder = mkdtempDisposableSync(join(tmpdir(), 'authly-processes-'));
  const keysPort = String(await freePort());
  const argv = [join(folder.path, 'bio.db'), `http://127.0.0.1:${keysPort}`, String(PROCESSES)];
  const server = fork(SERVER, argv);
  const [port] = (await once(server, 'message')) as [number];
  let aheadMs = 0;
  const clock = {
    now: () => Date.now() + aheadMs,
    /** Moves the clocks of all processes. */
    async sleep(ms: number) {
      const whole = Math.ceil(ms);
      server.send(whole);
      await once(server, 'message');
      aheadMs += whole;
    },
  };
  let out = '';
  const streams = {
    stdout: { write: (text: string) => void (out += text) },
    stderr: { write: () => undefined },
    clock,
  };
  const options = ['--merchant-id', MERCHANT_ID, '--keys-port', keysPort, '--long', '--strict', '--json'];
  const code = await main([`http://127.0.0.1:${port}`, ...options], streams);
  server.disconnect();
  await once(server, 'exit');
  const { checks } = JSON.parse(out) as { checks: { id: string; status: string; messages: string[] }[] };
  expect(checks.filter(({ status }) => status !== 'passed')).toEqual([]);
  expect(checks).toHaveLength(CHECKS.length);
  expect(code).toBe(0);
});
