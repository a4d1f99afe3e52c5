import { statfs } from 'node:fs/promises';
import { StoreUnavailableError } from '../store.ts';
import type { Database } from './database.ts';

/** Far more than one write needs, so that readiness fails before a request does. */
const MIN_FREE_BYTES = 16 * 1024 * 1024;

/** A small write may still fit into pages that SQLite has already, so the free space is checked too. */
export async function requireWritable(
  db: Database,
  folder: string,
  minFreeBytes: number = MIN_FREE_BYTES,
): Promise<void> {
  await requireFreeDiskSpace(folder, minFreeBytes);
  await db.answer(() => void db.sql('UPDATE store_stamp SET touched = 1 - touched').run());
}

async function requireFreeDiskSpace(folder: string, minFreeBytes: number): Promise<void> {
  const { bavail, bsize } = await statfs(folder);
  if (bavail * bsize >= minFreeBytes) return;
  throw new StoreUnavailableError(
    'disk_full',
    `the disk is full, or nearly: ${folder} has ${Math.floor((bavail * bsize) / 1024)} KiB left`,
  );
}
