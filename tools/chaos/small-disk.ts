import { execFileSync, spawnSync } from 'node:child_process';
import { rmSync } from 'node:fs';
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
  const options = ['-t', 'tmpfs', '-o', `size=${SIZE_MB}m,mode=700`];
  if (spawnSync('mount', [...options, 'tmpfs', folder]).status !== 0) return undefined;
  const ballast = join(folder, 'ballast');
  return {
    // Fails, as it should, when the last page is full.
    fill: () => void spawnSync('dd', ['if=/dev/zero', `of=${ballast}`, 'bs=4096']),
    empty: () => rmSync(ballast, { force: true }),
    close: () => void execFileSync('umount', ['--lazy', folder], { stdio: 'ignore' }),
  };
}
