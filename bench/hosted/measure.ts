import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Child } from '../api/child.ts';
import type { StoreKind } from '../api/stage.ts';
import type { Memory, Usage } from '../api/usage.ts';
import { Calls } from './calls.ts';
import { SETTLE_MS, WARM_UP_PAGES } from './floor.ts';
import { bytesPerPage, quietPercent } from './quiet.ts';
import type { HostedClient, HostedSetup } from './service-process.ts';
import { databaseFor, folderAndCertificates, People, startServer } from './stage.ts';
import type { OpenPage } from './streams.ts';

export interface HostedReport {
  readonly store: StoreKind;
  readonly movedBy: 'the same process' | 'another process';
  /** Links that came to the pages meanwhile. */
  readonly linksPerSecond: number;
  /** CPU of the process that holds the streams, of one core. */
  readonly quietPercent: number;
  /** Of that process, with all that TLS takes. */
  readonly bytesPerPage: number;
  readonly heapBytesPerPage: number;
  /** Where V8 puts what is new, which is not counted with the pages. */
  readonly youngBytes: number;
  /** From the change being stored until the page has heard of it, one change after the other. */
  readonly changeMs: Spread;
  /** The same while as many sessions change as the service can move. */
  readonly burst: { readonly changes: number; readonly perSecond: number; readonly ms: Spread };
  /** How late a timer of this bench came meanwhile: what the machine itself, busy with others, adds. */
  readonly stallMs: Spread;
  readonly handshakes: { readonly full: Handshake; readonly resumed: Handshake };
}

export interface Spread {
  readonly p50: number;
  readonly p99: number;
  readonly max: number;
}

export interface Handshake {
  readonly perSecond: number;
  /** Of the service's own. */
  readonly cpuMs: number;
}

export interface Options {
  readonly pages: number;
  readonly seconds: number;
}

const BETWEEN_MOVES_MS = 5;
const MOVED_ALONE = 300;
const MOVED_TOGETHER = 2000;
const HANDSHAKES = 400;

export async function measure(
  store: StoreKind,
  { pages, seconds }: Options,
  say: (line: string) => void,
): Promise<HostedReport> {
  await using cleanup = new AsyncDisposableStack();
  const { folder, certificates } = await folderAndCertificates(cleanup);
  const setup: Omit<HostedSetup, 'folder'> = {
    ...certificates,
    databaseUrl: await databaseFor(store, cleanup),
    masterKey: randomBytes(32).toString('base64'),
    maxConnections: connectionsFor(pages),
  };
  const holder = await startServer(cleanup, 'service-process.ts', join(folder, 'holder'), setup);
  // SQLite has one writer process: there the moves come from the one that holds the streams.
  const mover =
    store === 'postgres' ? await startServer(cleanup, 'service-process.ts', join(folder, 'mover'), setup) : holder;
  const people = new People(cleanup, certificates.ca);
  const calls = new Calls(certificates.ca);
  cleanup.defer(() => calls.close());

  say(`making ${pages} sessions`);
  const all = await sessions(holder, calls, pages);
  await calls.openedAll(holder.port, all);
  await people.open(holder.port, all.slice(0, WARM_UP_PAGES));
  await people.closeAll();
  await pause(SETTLE_MS);
  const empty = await holder.child.ask<Memory>('memory');
  say(`opening ${pages} pages`);
  await people.open(holder.port, all);
  await pause(SETTLE_MS);

  say(`${seconds} s of quiet`);
  const linksBefore = await people.links();
  const quiet = await quietPercent(holder.child, seconds);
  const links = (await people.links()) - linksBefore;
  const full = await holder.child.ask<Memory>('memory');

  say('moving sessions');
  const alone = everyNth(all, MOVED_ALONE);
  const stalls = await moveOneByOne(calls, mover.port, alone);
  const isAlone = new Set(alone);
  const together = everyNth(
    all.filter((page) => !isAlone.has(page)),
    MOVED_TOGETHER,
  );
  const began = performance.now();
  await calls.canceledAll(mover.port, together);
  const burstMs = performance.now() - began;
  const seenAt = await people.seen([...alone, ...together], all);
  const changedAt = await mover.child.ask<Record<string, number>>('changes');
  // Clocks of two processes agree to a fraction of a millisecond.
  const lateness = (some: readonly OpenPage[]): Spread =>
    spread(some.map(({ sessionId: id }) => Math.max(0, seenAt.get(id)! - changedAt[id]!)));
  const standing = await people.count();
  // Whoever has heard of the end hears no more.
  const listening = pages - alone.length - together.length;
  if (standing < listening) throw new Error(`${listening - standing} of ${listening} pages were cut off`);
  await people.closeAll();

  say('handshakes');
  return {
    store,
    movedBy: mover === holder ? 'the same process' : 'another process',
    linksPerSecond: links / seconds,
    quietPercent: quiet,
    bytesPerPage: bytesPerPage(empty, full, pages),
    youngBytes: full.youngBytes,
    heapBytesPerPage: (full.heapBytes - empty.heapBytes) / pages,
    changeMs: lateness(alone),
    burst: { changes: together.length, perSecond: (1000 * together.length) / burstMs, ms: lateness(together) },
    stallMs: spread(stalls),
    handshakes: {
      full: await handshakesOf(holder, people, false),
      resumed: await handshakesOf(holder, people, true),
    },
  };
}

/** As an operator would set it: three quarters of the connections may be open pages. */
const connectionsFor = (pages: number): number => Math.max(10_000, Math.ceil(pages * 1.4));

async function sessions(holder: { child: Child; port: number }, calls: Calls, count: number): Promise<OpenPage[]> {
  const client: HostedClient = {
    merchantId: 'm_bench',
    clientId: 'c_bench',
    clientSecret: randomBytes(32).toString('base64url'),
  };
  await holder.child.ask('addClient', client);
  return calls.create(holder.port, client, count);
}

/** How late a timer came after each. */
async function moveOneByOne(calls: Calls, port: number, pages: readonly OpenPage[]): Promise<number[]> {
  const stalls: number[] = [];
  for (const page of pages) {
    await calls.canceled(port, page);
    const due = performance.now() + BETWEEN_MOVES_MS;
    await pause(BETWEEN_MOVES_MS);
    stalls.push(Math.max(0, performance.now() - due));
  }
  return stalls;
}

async function handshakesOf(
  { child, port }: { child: Child; port: number },
  people: People,
  resumed: boolean,
): Promise<Handshake> {
  // The first do not count: the compiler settles.
  await people.handshakes(port, HANDSHAKES / 4, resumed);
  const before = await child.ask<Usage>('usage');
  const ms = await people.handshakes(port, HANDSHAKES, resumed);
  const after = await child.ask<Usage>('usage');
  return { perSecond: (1000 * HANDSHAKES) / ms, cpuMs: (after.cpuMs - before.cpuMs) / HANDSHAKES };
}

/** So many of them at most, spread over all. */
function everyNth<T>(all: readonly T[], count: number): T[] {
  const step = Math.max(1, Math.floor(all.length / count));
  return all.filter((_, i) => i % step === 0).slice(0, count);
}

function spread(values: readonly number[]): Spread {
  const sorted = values.toSorted((a, b) => a - b);
  const at = (part: number): number => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))]!;
  return { p50: at(0.5), p99: at(0.99), max: at(1) };
}
