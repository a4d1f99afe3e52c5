import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { notifySystemd } from './notify-systemd.ts';

const TOOLS = ['/usr/bin/systemd-notify', '/usr/bin/python3'];
/** Node has no Unix datagram sockets. */
const LISTENER = `
import socket, sys
s = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
s.bind(sys.argv[1])
print('bound', flush=True)
print(s.recv(4096).decode(), flush=True)
s.recvmsg(4096, 4096) # the barrier, after which the sender may end`;

it.runIf(TOOLS.every((tool) => existsSync(tool)))('notifies systemd when the service is ready', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'authly-notify-'));
  const socket = join(folder, 'socket');
  const listener = spawn('python3', ['-c', LISTENER, socket], { stdio: ['ignore', 'pipe', 'inherit'] });
  let said = '';
  listener.stdout.on('data', (chunk: Buffer) => (said += chunk.toString()));
  await expect.poll(() => said).toContain('bound');
  notifySystemd({});
  notifySystemd({ NOTIFY_SOCKET: socket, PATH: process.env['PATH'] });
  await once(listener, 'close');
  expect(said).toContain('READY=1');
  rmSync(folder, { recursive: true });
});
