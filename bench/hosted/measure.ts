import { randomBytes } from 'node:crypto';
import { closeSync, mkdirSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { developmentCertificates } from '../../apps/service/src/tls/development-certificates.ts';
import { createDatabase, startPostgres } from '../../test/postgres-server.ts';
import { startChild, type Child } from '../api/child.ts';
import type { StoreKind } from '../api/stage.ts';
import type { Usage } from '../api/usage.ts';
import { Calls } from './calls.ts';
import type { HostedClient, HostedSetup } from './service-process.ts';
import { openStream, type PageStream } from './streams.ts';

export interface HostedReport {
  readonly store: StoreKind;
  readonly movedBy: 'the same process' | 'another process';
  /** CPU of the process that holds the streams, of one core. */
  readonly quietPercent: number;
  /** From the change being stored until the stream has told of it. */
  readonly changeMs: Spread;
  /** How late a timer of this bench came meanwhile: what the machine itself, busy with others, adds. */
  readonly stallMs: Spread;
}

export interface Spread {
  readonly p50: number;
  readonly p99: number;
  readonly max: number;
}

const OPENED_AT_ONCE = 25;
/** What just happened shall not count as quiet. */
const SETTLE_MS = 3000;
const BETWEEN_MOVES_MS = 5;

export async function measure(
  store: StoreKind,
  { pages, seconds }: { pages: number; seconds: number },
  say: (line: string) => void,
): Promise<HostedReport> {
  await using cleanup = new AsyncDisposableStack();
  const folder = mkdtempSync(join(tmpdir(), 'authly-bench-'));
  cleanup.defer(() => rmSync(folder, { recursive: true, force: true }));
  say('starting');
  const { caFile, certFile, keyFile } = await developmentCertificates(folder, ['localhost', '127.0.0.1'], new Date());
  const ca = readFileSync(caFile, 'utf8');
  const databaseUrl = store === 'postgres' ? await database(cleanup) : undefined;
  const setup = { databaseUrl, certFile, keyFile, masterKey: randomBytes(32).toString('base64') };
  const holder = await startProcess(cleanup, folder, 'holder', setup);
  // SQLite has one writer process: there the moves come from the one that holds the streams.
  const mover = store === 'postgres' ? await startProcess(cleanup, folder, 'mover', setup) : holder;

  say(`opening ${pages} pages`);
  const client: HostedClient = {
    merchantId: 'm_bench',
    clientId: 'c_bench',
    clientSecret: randomBytes(32).toString('base64url'),
  };
  await holder.child.ask('addClient', client);
  const calls = new Calls(ca);
  cleanup.defer(() => calls.close());
  const created = await calls.create(holder.port, client, pages);
  const streams: PageStream[] = [];
  cleanup.defer(() => streams.forEach((stream) => stream.close()));
  for (let from = 0; from < pages; from += OPENED_AT_ONCE) {
    streams.push(
      ...(await Promise.all(
        created.slice(from, from + OPENED_AT_ONCE).map((session) => openStream(holder.port, ca, session)),
      )),
    );
  }
  await pause(SETTLE_MS);

  say(`${seconds} s of quiet`);
  const before = await holder.child.ask<Usage>('usage');
  await pause(seconds * 1000);
  const after = await holder.child.ask<Usage>('usage');

  say('moving each session');
  const seen: number[] = [];
  const stalls: number[] = [];
  for (const [i, stream] of streams.entries()) {
    const [at] = await Promise.all([stream.seen('opened'), calls.opened(mover.port, created[i]!)]);
    seen.push(performance.timeOrigin + at);
    const due = performance.now() + BETWEEN_MOVES_MS;
    await pause(BETWEEN_MOVES_MS);
    stalls.push(Math.max(0, performance.now() - due));
  }
  const changedAt = await mover.child.ask<Record<string, number>>('changes');
  return {
    store,
    movedBy: mover === holder ? 'the same process' : 'another process',
    quietPercent: (100 * (after.cpuMs - before.cpuMs)) / (after.wallMs - before.wallMs),
    // Clocks of two processes agree to a fraction of a millisecond.
    changeMs: spread(created.map(({ sessionId }, i) => Math.max(0, seen[i]! - changedAt[sessionId]!))),
    stallMs: spread(stalls),
  };
}

function spread(values: readonly number[]): Spread {
  const sorted = values.toSorted((a, b) => a - b);
  const at = (part: number): number => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))]!;
  return { p50: at(0.5), p99: at(0.99), max: at(1) };
}

async function database(cleanup: AsyncDisposableStack): Promise<string> {
  const server = await startPostgres({ durable: true });
  cleanup.defer(() => server.remove());
  return (await createDatabase(server.url)).url;
}

async function startProcess(
  cleanup: AsyncDisposableStack,
  folder: string,
  name: string,
  setup: Omit<HostedSetup, 'folder'>,
): Promise<{ child: Child; port: number }> {
  const own = join(folder, name);
  mkdirSync(own);
  const log = openSync(join(own, 'log'), 'a');
  cleanup.defer(() => closeSync(log));
  const child = startChild(new URL('service-process.ts', import.meta.url), log);
  cleanup.defer(() => child.stop());
  return { child, port: await child.ask<number>('start', { folder: own, ...setup } satisfies HostedSetup) };
}
