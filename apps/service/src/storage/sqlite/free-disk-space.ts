import { statfs } from 'node:fs/promises';
import { StoreUnavailableError } from '../store.ts';

/** Far more than one write needs: readiness fails before a session is refused. */
const MIN_FREE_BYTES = 16 * 1024 * 1024;

/** A small write may still fit into pages that SQLite has already, so the file system is asked. */
export async function requireFreeDiskSpace(folder: string, minFreeBytes: number = MIN_FREE_BYTES): Promise<void> {
  const { bavail, bsize } = await statfs(folder);
  if (bavail * bsize >= minFreeBytes) return;
  throw new StoreUnavailableError(
    'disk_full',
    `the disk is full, or nearly: ${folder} has ${Math.floor((bavail * bsize) / 1024)} KiB left`,
  );
}
