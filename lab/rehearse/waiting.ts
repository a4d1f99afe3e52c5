import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';

/** Far more than any step takes on a busy machine. */
const STEP_WITHIN_MS = 180_000;
const LOOK_EVERY_MS = 50;
const SAY_EVERY_MS = 15_000;

export const seconds = (ms: number): string => (ms / 1000).toFixed(1);

export const say = (line: string): void => console.error(`  ${line}`);

export async function within<T>(what: string, work: Promise<T>, withinMs = STEP_WITHIN_MS): Promise<T> {
  const late = Promise.withResolvers<never>();
  const began = performance.now();
  const waited = (): string => `${seconds(performance.now() - began)} s`;
  const saying = setInterval(() => say(`waiting for ${what} for ${waited()} …`), SAY_EVERY_MS);
  const deadline = setTimeout(() => late.reject(new Error(`waited ${waited()} for ${what}`)), withinMs);
  try {
    return await Promise.race([work, late.promise]);
  } finally {
    clearInterval(saying);
    clearTimeout(deadline);
  }
}

export async function until<T>(what: string, look: () => Promise<T | undefined>): Promise<T> {
  const deadline = performance.now() + STEP_WITHIN_MS;
  while (performance.now() < deadline) {
    const found = await within(what, look());
    if (found !== undefined) return found;
    await pause(LOOK_EVERY_MS);
  }
  throw new Error(`waited ${seconds(STEP_WITHIN_MS)} s for ${what}`);
}

const KILLED_WITHIN_MS = 20_000;

/** The process may have ended already. */
export async function killed(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill('SIGKILL');
  await within(`${child.spawnfile} to end`, ended, KILLED_WITHIN_MS);
}
