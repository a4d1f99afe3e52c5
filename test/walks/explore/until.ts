import { setTimeout as pause } from 'node:timers/promises';

const PATIENCE_MS = 30_000;

/** Waits for something that can be observed. */
export async function until(what: string, isTrue: () => boolean | Promise<boolean>): Promise<void> {
  const late = performance.now() + PATIENCE_MS;
  while (!(await isTrue())) {
    if (performance.now() > late) throw new Error(`not after ${PATIENCE_MS / 1000} s: ${what}`);
    await pause(2);
  }
}

/** Whether it does not fail. */
export const happens = (work: Promise<unknown>): Promise<boolean> =>
  work.then(
    () => true,
    () => false,
  );
