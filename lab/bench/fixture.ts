import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { request } from 'undici';
import { supervise, type Ports } from '../../apps/service/test/spawn-service.ts';
import { createDatabase, startPostgres } from '../../test/postgres-server.ts';
import { deploy, type Deployment } from '../fixture/deployment.ts';
import { openFixture, type Fixture } from '../fixture/fixture.ts';
import { READY_WITHIN_MS } from '../fixture/service.ts';
import type { StoreKind } from './bench.ts';
import { postgresTime, processMs } from './processor-time.ts';

/** Time for the process to handle the signal. */
const COLLECT_MS = 500;
/** Arguments of Node. */
export const COLLECT_GARBAGE = ['--expose-gc', '--import', join(import.meta.dirname, 'collect-garbage.mjs')];

/** A server under load. */
export interface Server {
  readonly origin: string;
  readonly ports: Ports;
  readonly ca: string;
  readonly pid: number;
  /** Processor time so far, in milliseconds: of the process with its threads, and of Postgres where it is the store. */
  cpuMs(): number;
}

export interface BenchFixture extends Fixture {
  /** A new database on the server; undefined for SQLite. */
  newDatabase(): Promise<string | undefined>;
  /** Processor time of Postgres so far, in milliseconds. */
  postgresMs(): number;
}

export async function openBench(store: StoreKind, cleanup: AsyncDisposableStack): Promise<BenchFixture> {
  const fixture = await openFixture('bench', cleanup);
  if (store === 'sqlite') return { ...fixture, newDatabase: () => Promise.resolve(undefined), postgresMs: () => 0 };
  // Durable: a commit waits for the disk, as in production.
  const server = await startPostgres({ durable: true });
  cleanup.defer(() => server.remove());
  return {
    ...fixture,
    newDatabase: async () => (await createDatabase(server.url)).url,
    postgresMs: await postgresTime(server.url),
  };
}

/** Processes of one deployment, the clients of its merchant, and its store. */
export async function startServices(
  fixture: BenchFixture,
  options: { readonly processes?: number; readonly clients?: number; readonly env?: Record<string, string> } = {},
): Promise<{ servers: Server[] } & Pick<Deployment, 'clients' | 'withStore'>> {
  const { processes = 1, clients: count = 1, env = {} } = options;
  const { services, ...deployed } = await deploy(fixture, {
    processes,
    databaseUrl: await fixture.newDatabase(),
    envs: Array.from({ length: processes }, () => env),
    nodeArgs: COLLECT_GARBAGE,
    clients: count,
  });
  return { servers: services.map(({ running: { ports, pid } }) => serverOf(fixture, ports, pid)), ...deployed };
}

/** A program in its own process. It reads its settings from SETTINGS and logs a line when it is ready. */
export async function startProgram(
  fixture: BenchFixture,
  script: string,
  settings: object,
  nodeArgs: readonly string[] = [],
): Promise<Server> {
  const { certFile, keyFile } = fixture.tls;
  const child = spawn(process.execPath, [...nodeArgs, join(import.meta.dirname, script)], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { SETTINGS: JSON.stringify({ certFile, keyFile, ...settings }) },
  });
  const program = supervise(child);
  fixture.cleanup.defer(async () => void (await program.end('SIGKILL')));
  return serverOf(fixture, await program.ready(AbortSignal.timeout(READY_WITHIN_MS)), child.pid!);
}

const serverOf = (fixture: BenchFixture, ports: Ports, pid: number): Server => ({
  origin: `https://127.0.0.1:${ports.api}`,
  ports,
  ca: fixture.tls.ca,
  pid,
  cpuMs: () => processMs(pid) + fixture.postgresMs(),
});

export interface Memory {
  readonly heapBytes: number;
  readonly rssBytes: number;
}

/** Memory of the service after a garbage collection. */
export async function memoryOf(server: Server): Promise<Memory> {
  const rssBytes = await rssOf(server);
  const answer = await request(`http://127.0.0.1:${server.ports.ops}/metrics`);
  const text = await answer.body.text();
  return { heapBytes: Number(/^nodejs_heap_size_used_bytes (.+)$/m.exec(text)?.[1]), rssBytes };
}

/** Resident memory of a process after a garbage collection. */
export async function rssOf({ pid }: Server): Promise<number> {
  process.kill(pid, 'SIGUSR2');
  await pause(COLLECT_MS);
  return 1024 * Number(/^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))![1]);
}
