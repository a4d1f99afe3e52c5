import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

/** Lets the image's service start and stop once, so that Node keeps what it compiled: a read-only image cannot keep it later. */
export async function warmCompileCache(image: string, folder: string): Promise<void> {
  mkdirSync(join(image, folder), { recursive: true });
  const data = '/tmp/first-start';
  const child = spawn('chroot', [image, '/usr/bin/authly', 'serve'], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {
      PATH: process.env['PATH'],
      NODE_COMPILE_CACHE: folder,
      NODE_ENV: 'production',
      AUTHLY_ENV: 'test',
      AUTHLY_DATA_DIR: data,
      AUTHLY_MASTER_KEY: randomBytes(32).toString('base64'),
      AUTHLY_TRUSTED_PROXIES: '127.0.0.1',
      AUTHLY_HOST: '127.0.0.1',
      AUTHLY_PORT: '0',
      AUTHLY_HTTP_PORT: '0',
      AUTHLY_OPS_PORT: '0',
      AUTHLY_SHUTDOWN_DELAY_S: '0',
    },
  });
  const ended = once(child, 'exit');
  for await (const line of createInterface(child.stdout)) if (line.includes('"ready"')) child.kill('SIGTERM');
  const [code] = (await ended) as [number | null];
  if (code !== 0) throw new Error(`the image's service ended with ${code}`);
  rmSync(join(image, data), { recursive: true });
}
