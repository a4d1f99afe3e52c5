import { chmodSync, mkdtempSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Linux keeps it in memory. It may be small in a container. */
const IN_MEMORY = '/dev/shm';
const BYTES_NEEDED = 4 * 1024 ** 3;

/** The folder is in memory if there is enough, because the disk is slow. The cache of synthetic fingers outlives a run. */
export function scratchFolder(): Record<string, string> {
  const folder = makeFolder();
  if (folder === undefined) return {};
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  return { TMPDIR: folder, AUTHLY_TESTS_CACHE: tmpdir() };
}

function makeFolder(): string | undefined {
  try {
    const { bavail, bsize } = statfsSync(IN_MEMORY);
    if (bavail * bsize < BYTES_NEEDED) return undefined;
    const folder = mkdtempSync(join(IN_MEMORY, 'authly-tests-'));
    // As root the tests' Postgres runs as another user, who must be able to enter.
    chmodSync(folder, 0o755);
    return folder;
  } catch {
    return undefined;
  }
}
