// Started by write-back.ts. Has a database open only while it writes back: whoever closes it last tidies up after all.
import { DatabaseSync } from 'node:sqlite';
import { pathToFileURL } from 'node:url';
import { parentPort } from 'node:worker_threads';

export interface WrittenBack {
  readonly id: number;
}

parentPort!.on('message', ({ id, file }: WrittenBack & { readonly file: string }) => {
  try {
    writeBack(file);
  } catch {
    // Busy, full or gone: the log stays as it is.
  }
  parentPort!.postMessage({ id } satisfies WrittenBack);
});

function writeBack(file: string): void {
  const address = pathToFileURL(file);
  // A file that is gone is not made anew.
  address.searchParams.set('mode', 'rw');
  const db = new DatabaseSync(address, { timeout: 0 });
  try {
    // Nobody who reads or writes waits for this one. The log may be used again from its beginning: first it all has to be on the disk.
    db.exec('PRAGMA synchronous = FULL; PRAGMA secure_delete = ON; PRAGMA wal_checkpoint(PASSIVE)');
  } finally {
    db.close();
  }
}
