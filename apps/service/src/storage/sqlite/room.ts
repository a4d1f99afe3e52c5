import { statfs } from 'node:fs/promises';
import { StoreUnavailableError } from '../store.ts';

/** What a small write of a moment needs many times over: a full disk shows before a session is refused for it. */
const MIN_FREE_BYTES = 16 * 1024 * 1024;

/** A small write may find room in what SQLite holds already, so only the disk itself can tell that the next ones will not. */
export async function requireRoom(folder: string, minFreeBytes: number = MIN_FREE_BYTES): Promise<void> {
  const { bavail, bsize } = await statfs(folder);
  if (bavail * bsize >= minFreeBytes) return;
  throw new StoreUnavailableError(
    'disk_full',
    `the disk is full, or nearly: ${folder} has ${Math.floor((bavail * bsize) / 1024)} KiB left`,
  );
}
