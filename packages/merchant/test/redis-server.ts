import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { freePort } from '../../../test/free-port.ts';

export const redisServerPath = (): string | undefined =>
  (process.env['PATH'] ?? '')
    .split(delimiter)
    .flatMap((folder) => ['redis-server', 'valkey-server'].map((name) => join(folder, name)))
    .find((path) => existsSync(path));

export interface RedisServer {
  send(args: string[]): Promise<unknown>;
  stop(): Promise<void>;
}

/** A server on a free loopback port without a disk, and a client with the needed part of RESP. */
export async function startRedis(): Promise<RedisServer> {
  const port = await freePort();
  const folder = mkdtempSync(join(tmpdir(), 'authly-redis-'));
  const child = spawn(
    redisServerPath()!,
    ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no', '--dir', folder],
    { stdio: 'ignore' },
  );
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const socket = await connectWhenUp(port);
  return {
    send: createClient(socket),
    async stop() {
      child.kill();
      await ended;
      rmSync(folder, { recursive: true });
    },
  };
}

/** Replies arrive in order. Each is one line or a nil bulk string. */
function createClient(socket: Socket): RedisServer['send'] {
  const waiting: { resolve: (value: unknown) => void; reject: (error: Error) => void }[] = [];
  let buffered = '';
  let closed: Error | undefined;
  socket.on('data', (data) => {
    buffered += data.toString();
    for (let end = buffered.indexOf('\r\n'); end !== -1; end = buffered.indexOf('\r\n')) {
      const line = buffered.slice(0, end);
      buffered = buffered.slice(end + 2);
      const { resolve, reject } = waiting.shift()!;
      if (line.startsWith('-')) reject(new Error(line.slice(1)));
      else resolve(line === '$-1' ? null : line.startsWith(':') ? Number(line.slice(1)) : line.slice(1));
    }
  });
  socket.on('close', () => {
    closed = new Error('connection closed');
    for (const { reject } of waiting.splice(0)) reject(closed);
  });
  return (args) =>
    new Promise((resolve, reject) => {
      if (closed !== undefined) return reject(closed);
      waiting.push({ resolve, reject });
      socket.write(`*${args.length}\r\n${args.map((arg) => `$${Buffer.byteLength(arg)}\r\n${arg}\r\n`).join('')}`);
    });
}

async function connectWhenUp(port: number): Promise<Socket> {
  for (let attempt = 0; attempt < 1000; attempt++) {
    const socket = connect(port, '127.0.0.1');
    const up = await new Promise<boolean>((resolve) =>
      socket.once('connect', () => resolve(true)).once('error', () => resolve(false)),
    );
    if (up) return socket.on('error', () => undefined);
    // The process is starting, and no clock can be moved for it.
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
  throw new Error('redis-server does not start.');
}
