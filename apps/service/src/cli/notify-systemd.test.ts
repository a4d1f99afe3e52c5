import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { TestClock } from '../../test/test-clock.ts';
import { notifySystemd } from './notify-systemd.ts';

const TOOLS = ['/usr/bin/systemd-notify', '/usr/bin/python3'];
/** Node has no Unix datagram sockets. */
const LISTENER = `
import os, socket, sys
s = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
s.bind(sys.argv[1])
print('bound', flush=True)
while True:
  text, files, _, _ = socket.recv_fds(s, 4096, 1)
  print(text.decode(), flush=True)
  for file in files: os.close(file) # the barrier, after which the sender may end`;

it.runIf(TOOLS.every((tool) => existsSync(tool)))(
  'notifies systemd when the service is ready, and three times in each watchdog interval while timers run',
  async () => {
    const folder = mkdtempSync(join(tmpdir(), 'authly-notify-'));
    const socket = join(folder, 'socket');
    const listener = spawn('python3', ['-c', LISTENER, socket], { stdio: ['ignore', 'pipe', 'inherit'] });
    let said = '';
    listener.stdout.on('data', (chunk: Buffer) => (said += chunk.toString()));
    await expect.poll(() => said).toContain('bound');
    const clock = new TestClock();
    const times = (word: string): number => said.split(`${word}=1`).length - 1;
    notifySystemd({}, clock);
    notifySystemd({ NOTIFY_SOCKET: socket, PATH: process.env['PATH'], WATCHDOG_USEC: '30000000' }, clock);
    await expect.poll(() => times('BARRIER')).toBe(1);
    expect([times('READY'), times('WATCHDOG')]).toEqual([1, 0]);
    clock.move(10_000);
    await expect.poll(() => times('WATCHDOG')).toBe(1);
    clock.move(20_000);
    // The sender waits for its barrier.
    await expect.poll(() => [times('WATCHDOG'), times('BARRIER')]).toEqual([3, 4]);
    listener.kill();
    rmSync(folder, { recursive: true });
  },
);
