import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';

/** Far more than any step takes on a busy machine. */
const STEP_WITHIN_MS = 180_000;
const LOOK_EVERY_MS = 50;
const SAY_EVERY_MS = 15_000;

export const seconds = (ms: number): string => (ms / 1000).toFixed(1);

/** What the rehearsal does now. */
export const say = (line: string): void => console.error(`  ${line}`);

/** The end of some work. Says what it waits for, and gives up after a while. */
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

/** Looks until something is found. */
export async function until<T>(
  what: string,
  look: () => Promise<T | undefined>,
  withinMs = STEP_WITHIN_MS,
): Promise<T> {
  let isLate = false;
  const looking = async (): Promise<T> => {
    for (;;) {
      const found = await look();
      if (found !== undefined) return found;
      if (isLate) throw new Error(`no longer waiting for ${what}`);
      await pause(LOOK_EVERY_MS);
    }
  };
  try {
    return await within(what, looking(), withinMs);
  } finally {
    isLate = true;
  }
}

const KILLED_WITHIN_MS = 20_000;

/** Works for a process that has already ended. */
export async function killed(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill('SIGKILL');
  await within(`${child.spawnfile} to end`, ended, KILLED_WITHIN_MS);
}
