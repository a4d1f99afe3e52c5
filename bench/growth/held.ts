import { closeSync, fdatasyncSync, openSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { sampleSession } from '../../apps/service/src/storage/suite/samples.ts';
import type { Ground } from './ground.ts';
import { stopwatch } from './processor-time.ts';
import { timesOf, type Times } from './times.ts';

/** By the clock on the wall, less waiting for a processor: a writer of the same process, as a request is, by itself and while retention erases. */
export interface Held {
  readonly alone: Times;
  readonly beside: Times;
  /** Emptying the write-ahead log afterwards. */
  readonly forgetMs: number;
  /** What the disk itself takes for as much as a batch writes: no writer waits less. */
  readonly disk: Times;
}

const ALONE = 300;
/** As the sweeper asks. */
const BATCH = 100;
/** About what one batch adds to the write-ahead log. */
const BATCH_BYTES = 256 * 1024;

export async function measureHeld(ground: Ground, createdBefore: number): Promise<Held> {
  const { store, folder } = ground;
  const disk = timesOf(diskTimes(folder));
  const alone: number[] = [];
  while (alone.length < ALONE) alone.push(await write(ground));
  const beside: number[] = [];
  const retention = { isOver: false };
  const erasing = eraseAll(ground, createdBefore).finally(() => (retention.isOver = true));
  while (!retention.isOver) beside.push(await write(ground));
  await erasing;
  const taken = stopwatch();
  await store.forgetErased();
  return { alone: timesOf(alone), beside: timesOf(beside), forgetMs: taken(), disk };
}

async function write({ store, now }: Ground): Promise<number> {
  await setImmediate();
  const taken = stopwatch();
  await store.sessions.create(sampleSession({ createdAt: now }));
  return taken();
}

async function eraseAll({ store }: Ground, createdBefore: number): Promise<void> {
  while ((await store.sessions.erase(createdBefore, BATCH)) > 0) await setImmediate();
}

function diskTimes(folder: string): number[] {
  const file = join(folder, 'disk-times');
  const descriptor = openSync(file, 'w');
  try {
    const bytes = Buffer.alloc(BATCH_BYTES, 1);
    return Array.from({ length: ALONE }, () => {
      const taken = stopwatch();
      writeSync(descriptor, bytes, 0, bytes.length, 0);
      fdatasyncSync(descriptor);
      return taken();
    });
  } finally {
    closeSync(descriptor);
    rmSync(file);
  }
}
