import { execFileSync } from 'node:child_process';
import { closeSync, openSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';

const SIZE_MB = 96;

/** A file system that a test may fill. */
export interface SmallDisk {
  fill(): void;
  empty(): void;
  close(): void;
}

/** Mounted over this folder; undefined where that is not allowed. */
export function mountSmallDisk(folder: string): SmallDisk | undefined {
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${SIZE_MB}m,mode=700`, 'tmpfs', folder], { stdio: 'ignore' });
  } catch {
    return undefined;
  }
  const ballast = join(folder, 'ballast');
  return {
    fill: () => fillWith(ballast),
    empty: () => rmSync(ballast, { force: true }),
    close: () => void execFileSync('umount', ['--lazy', folder], { stdio: 'ignore' }),
  };
}

function fillWith(file: string): void {
  const descriptor = openSync(file, 'a');
  try {
    for (let size = 1_048_576; size >= 1; size /= 16) writeUntilFull(descriptor, Buffer.alloc(size));
  } finally {
    closeSync(descriptor);
  }
}

function writeUntilFull(descriptor: number, block: Buffer): void {
  try {
    while (writeSync(descriptor, block) === block.length);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
  }
}
