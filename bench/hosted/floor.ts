import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Memory } from '../api/usage.ts';
import { bytesPerPage, quietPercent } from './quiet.ts';
import { folderAndCertificates, People, startServer } from './stage.ts';

/** What just happened shall not count. */
export const SETTLE_MS = 3000;
/** Opened and closed before the first look at the memory: what is made once is there then. */
export const WARM_UP_PAGES = 500;

/** What connections cost that TLS alone holds, and to which as many bytes are sent. */
export interface Floor {
  readonly bytesPerConnection: number;
  readonly quietPercent: number;
}

export async function measureFloor(
  { pages, seconds }: { readonly pages: number; readonly seconds: number },
  say: (line: string) => void,
): Promise<Floor> {
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
  const quiet = await quietPercent(child, seconds);
  const after = await child.ask<Memory>('memory');
  return { bytesPerConnection: bytesPerPage(before, after, pages), quietPercent: quiet };
}
