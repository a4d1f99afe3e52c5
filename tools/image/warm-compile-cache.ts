import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { chmodSync, chownSync, globSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

/**
 * Lets the image's service start and stop once, as its user, so that Node keeps what it compiled: a read-only image cannot keep it later.
 * Node keeps it for each user apart.
 */
export async function warmCompileCache(image: string, folder: string, user: number): Promise<void> {
  const cache = join(image, folder);
  mkdirSync(cache, { recursive: true });
  chownSync(cache, user, user);
  const data = '/tmp/first-start';
  const child = spawn('chroot', [`--userspec=${user}:${user}`, image, '/usr/bin/authly', 'serve'], {
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
  // The image's files are root's: its user reads them.
  for (const path of globSync(`${cache}/**`, { withFileTypes: true }))
    if (path.isFile()) chmodSync(join(path.parentPath, path.name), 0o644);
}
