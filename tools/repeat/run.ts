import { spawn } from 'node:child_process';
import { createWriteStream, mkdirSync, rmSync } from 'node:fs';
import { once } from 'node:events';
import { join } from 'node:path';
import { makeClone } from './clone.ts';

export interface Run {
  readonly number: number;
  readonly passed: boolean;
  readonly seconds: number;
  /** The whole output of a run that failed. */
  readonly log?: string;
}

/** `npm test` in a clean clone. Keeps the log of a failed run and nothing else. */
export async function runOnce(number: number, checkout: string, logs: string, signal: AbortSignal): Promise<Run> {
  using clone = makeClone(checkout);
  mkdirSync(logs, { recursive: true });
  const log = join(logs, `run-${number}.log`);
  const began = Date.now();
  const status = await npmTest(clone, log, signal);
  const seconds = Math.round((Date.now() - began) / 1000);
  if (status !== 0 && !signal.aborted) return { number, passed: false, seconds, log };
  rmSync(log);
  return { number, passed: status === 0, seconds };
}

async function npmTest(clone: ReturnType<typeof makeClone>, log: string, signal: AbortSignal): Promise<number> {
  const output = createWriteStream(log);
  await once(output, 'open');
  // Its own process group, so that everything it started can be ended.
  const child = spawn('npm', ['test'], {
    cwd: clone.path,
    detached: true,
    stdio: ['ignore', output, output],
    env: {
      PATH: process.env['PATH'],
      HOME: clone.home,
      ...kept('CI', 'CHROME_PATH', 'AUTHLY_TEST_DATABASE_URL', 'NODE_EXTRA_CA_CERTS'),
    },
  });
  const end = (): void => endGroup(child.pid!, 'SIGINT');
  signal.addEventListener('abort', end);
  const [code] = (await once(child, 'close')) as [number | null];
  signal.removeEventListener('abort', end);
  endGroup(child.pid!, 'SIGKILL');
  output.end();
  return code ?? 1;
}

function endGroup(leader: number, how: 'SIGINT' | 'SIGKILL'): void {
  try {
    process.kill(-leader, how);
  } catch {
    // The group has ended.
  }
}

const kept = (...names: string[]): Record<string, string> =>
  Object.fromEntries(names.flatMap((name) => (process.env[name] === undefined ? [] : [[name, process.env[name]]])));
