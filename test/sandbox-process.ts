import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sandboxSettings } from './free-port.ts';

export const ROOT = join(import.meta.dirname, '..');

export interface SandboxProcess {
  readonly child: ChildProcess;
  readonly facts: Record<string, string>;
  readonly output: () => string;
}

export interface SandboxProcessOptions {
  readonly dataDir: string;
  readonly env?: Record<string, string>;
  readonly command?: readonly [string, ...string[]];
}

/** `npm start` as a separate process, on free ports. Rejects with its output and exit code if it does not start. */
export async function startSandboxProcess(
  {
    dataDir,
    env = {},
    command = ['node', join(ROOT, 'tools/bootstrap.mjs'), 'apps/sandbox/src/main.ts'],
  }: SandboxProcessOptions,
  onSpawn: (child: ChildProcess) => void,
): Promise<SandboxProcess> {
  const [program, ...args] = command;
  const child = spawn(program, args, {
    cwd: ROOT,
    env: {
      PATH: process.env['PATH'],
      HOME: dataDir,
      ...(await sandboxSettings(dataDir)),
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  onSpawn(child);
  let output = '';
  await new Promise<void>((resolve, reject) => {
    const hear = (text: Buffer): void => {
      output += text.toString();
      if (output.includes('Authly is running')) resolve();
    };
    child.stdout.on('data', hear);
    child.stderr.on('data', hear);
    child.once('close', (exitCode) => reject(Object.assign(new Error(output), { exitCode })));
  });
  return {
    child,
    facts: JSON.parse(readFileSync(join(dataDir, 'sandbox.json'), 'utf8')) as Record<string, string>,
    output: () => output,
  };
}

export async function stopSandboxProcess(child: ChildProcess): Promise<number | null> {
  if (child.exitCode === null && child.signalCode === null) {
    const ended = once(child, 'exit');
    child.kill('SIGINT');
    await ended;
  }
  return child.exitCode;
}
