import { closeSync, existsSync, fsyncSync, openSync, renameSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import { RefusedError } from './refused-error.ts';

/** Makes a new file that only its owner can read. It gets its name when `make` has written and checked it. */
export async function makeFile<T>(file: string, make: (part: string) => T | Promise<T>): Promise<T> {
  if (existsSync(file)) throw new RefusedError(`${file} exists: name a file that does not exist yet`);
  if (!existsSync(dirname(file))) throw new RefusedError(`there is no folder ${dirname(file)}: create it first`);
  const part = `${file}.part`;
  rmSync(part, { force: true });
  closeSync(openSync(part, 'wx', 0o600));
  try {
    const made = await make(part);
    flush(part);
    renameSync(part, file);
    flush(dirname(file));
    return made;
  } catch (error) {
    rmSync(part, { force: true });
    throw error;
  }
}

function flush(path: string): void {
  const fd = openSync(path, 'r');
  try {
    fsyncSync(fd);
  } finally {
    closeSync(fd);
  }
}
