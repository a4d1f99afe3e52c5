import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { cpuMsOf } from './process-tree.ts';

/** Something that is started, and how it shows that it is ready. */
export interface Start {
  readonly name: string;
  /** Absent: a floor. */
  readonly aimMs?: number | undefined;
  readonly command: string;
  readonly args: readonly string[];
  readonly env?: NodeJS.ProcessEnv;
  readonly saysReady: (line: string) => boolean;
  /** Rejects where it is not ready after all. */
  readonly check?: (line: string) => Promise<void>;
}

export interface Measured {
  readonly wallMs: number;
  readonly cpuMs: number;
}

/** From its spawn until it says that it is ready and proves it. */
export async function measure({ name, command, args, env = {}, saysReady, check }: Start): Promise<Measured> {
  const began = performance.now();
  const child = spawn(command, args, {
    stdio: ['ignore', 'pipe', 'inherit'],
    // As somebody starts it who has set nothing.
    env: { ...process.env, NODE_COMPILE_CACHE: undefined, ...env },
  });
  const ended = once(child, 'exit');
  const end = (): void => void child.kill('SIGKILL');
  process.once('exit', end);
  const lines = createInterface(child.stdout);
  let measured: Measured | undefined;
  for await (const line of lines) {
    if (measured !== undefined || !saysReady(line)) continue;
    await check?.(line);
    measured = { wallMs: performance.now() - began, cpuMs: cpuMsOf(child.pid!) };
    child.kill('SIGTERM');
  }
  await ended;
  process.off('exit', end);
  if (measured === undefined) throw new Error(`${name} ended before it was ready`);
  return measured;
}

/** What operators are told on the port that the line, or a file, names. */
export async function requireReady(opsUrl: string): Promise<void> {
  const { status } = await fetch(`${opsUrl}/readyz`, { headers: { connection: 'close' } });
  if (status !== 200) throw new Error(`/readyz is ${status}`);
}
