import { chmodSync, mkdtempSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Linux keeps this folder in memory. A container may have given it a few megabytes only. */
const IN_MEMORY = '/dev/shm';
const ROOM_NEEDED = 4 * 1024 ** 3;

/**
 * Where the tests write what they throw away, databases and browser profiles among it: in memory where there is room, for thousands of
 * tests wait for the disk otherwise. What outlives a run, the records of synthetic fingers, stays in the system's temporary folder.
 * Returns the settings of a test run; the folder goes with this process.
 */
export function scratchFolder(): Record<string, string> {
  const folder = makeFolder();
  if (folder === undefined) return {};
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  return { TMPDIR: folder, AUTHLY_TESTS_CACHE: tmpdir() };
}

function makeFolder(): string | undefined {
  try {
    const { bavail, bsize } = statfsSync(IN_MEMORY);
    if (bavail * bsize < ROOM_NEEDED) return undefined;
    const folder = mkdtempSync(join(IN_MEMORY, 'authly-tests-'));
    // As root the tests' Postgres runs as another user, who must be able to come here.
    chmodSync(folder, 0o755);
    return folder;
  } catch {
    return undefined;
  }
}
