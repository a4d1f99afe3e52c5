import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Memory } from '../api/usage.ts';
import { folderAndCertificates, People, startServer } from './stage.ts';

/** What just happened shall not count. */
export const SETTLE_MS = 3000;
/** Opened and closed before the first look at the memory: what is made once is there then. */
export const WARM_UP_PAGES = 500;

/** What a connection costs that TLS alone holds: bytes of the process. */
export async function measureFloor(pages: number, say: (line: string) => void): Promise<number> {
  await using cleanup = new AsyncDisposableStack();
  const { folder, certificates } = await folderAndCertificates(cleanup);
  const { child, port } = await startServer(cleanup, 'floor-process.ts', join(folder, 'floor'), certificates);
  const people = new People(cleanup, certificates.ca);
  const connections = Array.from({ length: pages }, (_, i) => ({
    sessionId: String(i),
    // As long as a hosted token.
    token: 'x'.repeat(75),
  }));
  say(`${pages} connections of TLS alone`);
  await people.open(port, connections.slice(0, WARM_UP_PAGES));
  await people.closeAll();
  await pause(SETTLE_MS);
  const before = await child.ask<Memory>('memory');
  await people.open(port, connections);
  await pause(SETTLE_MS);
  const after = await child.ask<Memory>('memory');
  return (after.rssBytes - before.rssBytes) / pages;
}
