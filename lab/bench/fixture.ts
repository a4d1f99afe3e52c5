import { randomBytes } from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { SCOPES } from '@authly/contract/wire/scopes';
import { request } from 'undici';
import { hashSecret } from '../../apps/service/src/merchants/client-secret.ts';
import type { Merchant } from '../../apps/service/src/merchants/merchant.ts';
import { openStore } from '../../apps/service/src/storage/open-store.ts';
import { developmentCertificates } from '../../apps/sandbox/src/development-certificates/development-certificates.ts';
import { merchantFixture } from '../../apps/service/test/merchant-fixture.ts';
import { spawnService, type Ports, type SpawnedService } from '../../apps/service/test/spawn-service.ts';
import { createDatabase, startPostgres } from '../../test/postgres-server.ts';
import type { StoreKind } from './bench.ts';
import { postgresTime, processMs } from './processor-time.ts';

const READY_WITHIN_MS = 120_000;
/** Time for the process to handle the signal. */
const COLLECT_MS = 500;
/** Arguments of Node. */
export const COLLECT_GARBAGE = ['--expose-gc', '--import', join(import.meta.dirname, 'collect-garbage.mjs')];

export const MERCHANT_ID = 'm_bench';

export interface BenchClient {
  readonly id: string;
  readonly secret: string;
}

/** A server under load. */
export interface Server {
  readonly origin: string;
  readonly ports: Ports;
  readonly ca: string;
  readonly pid: number;
  readonly clients: readonly BenchClient[];
  /** Processor time so far, in milliseconds: of the process with its threads, and of Postgres where it is the store. */
  cpuMs(): number;
}

interface ServiceOptions {
  readonly name?: string;
  readonly clients?: number;
  readonly env?: Readonly<Record<string, string>>;
  readonly merchant?: Partial<Merchant>;
}

/** A folder with certificates, and a Postgres server where the store needs one. `cleanup` removes them. */
export class Fixture {
  readonly #cleanup: AsyncDisposableStack;
  readonly #postgres: { url: string; ms: () => number } | undefined;
  readonly #masterKey = randomBytes(32).toString('base64');
  #databaseUrl: string | undefined;
  readonly folder: string;
  readonly tls: { readonly ca: string; readonly certFile: string; readonly keyFile: string };

  private constructor(
    parts: Pick<Fixture, 'folder' | 'tls'> & {
      cleanup: AsyncDisposableStack;
      postgres?: { url: string; ms: () => number } | undefined;
    },
  ) {
    this.folder = parts.folder;
    this.tls = parts.tls;
    this.#cleanup = parts.cleanup;
    this.#postgres = parts.postgres;
  }

  static async open(store: StoreKind, cleanup: AsyncDisposableStack): Promise<Fixture> {
    const folder = mkdtempSync(join(tmpdir(), 'authly-bench-'));
    cleanup.defer(() => rmSync(folder, { recursive: true, force: true }));
    const { caFile, certFile, keyFile } = await developmentCertificates(folder, ['localhost', '127.0.0.1'], new Date());
    const tls = { ca: readFileSync(caFile, 'utf8'), certFile, keyFile };
    if (store === 'sqlite') return new Fixture({ folder, tls, cleanup });
    // Durable: a commit waits for the disk, as in production.
    const server = await startPostgres({ durable: true });
    cleanup.defer(() => server.remove());
    return new Fixture({ folder, tls, cleanup, postgres: { url: server.url, ms: await postgresTime(server.url) } });
  }

  /** A new database on the server; undefined for SQLite. */
  newDatabase = async (): Promise<string | undefined> =>
    this.#postgres && (await createDatabase(this.#postgres.url)).url;

  newFolder(name: string): string {
    const folder = join(this.folder, name);
    mkdirSync(folder);
    return folder;
  }

  /** A service with a merchant and this number of clients. A second one on Postgres joins the same deployment. */
  async service({
    name = 'service',
    clients: count = 1,
    env = {},
    merchant = {},
  }: ServiceOptions = {}): Promise<Server> {
    const folder = this.newFolder(name);
    const isFirst = this.#databaseUrl === undefined;
    this.#databaseUrl ??= await this.newDatabase();
    const databaseUrl = this.#databaseUrl;
    const clients = isFirst ? await addClients({ dataDir: folder, databaseUrl }, count, merchant) : [];
    const { certFile, keyFile } = this.tls;
    const settings = {
      folder,
      databaseUrl,
      certFile,
      keyFile,
      masterKey: this.#masterKey,
      nodeArgs: COLLECT_GARBAGE,
      env,
    };
    return this.started(spawnService(settings), clients);
  }

  async started(spawned: SpawnedService, clients: readonly BenchClient[]): Promise<Server> {
    this.#cleanup.defer(async () => void (await spawned.end('SIGTERM')));
    const ports = await spawned.ready(AbortSignal.timeout(READY_WITHIN_MS));
    const pid = spawned.child.pid!;
    const cpuMs = (): number => processMs(pid) + (this.#postgres?.ms() ?? 0);
    return { origin: `https://127.0.0.1:${ports.api}`, ports, ca: this.tls.ca, pid, clients, cpuMs };
  }
}

/** A merchant with this number of clients, in a new database. */
export async function addClients(
  at: { dataDir: string; databaseUrl: string | undefined },
  count: number,
  merchant: Partial<Merchant> = {},
): Promise<BenchClient[]> {
  const store = await openStore({ ...at, environment: 'test' });
  const createdAt = Date.now();
  await store.merchants.add(merchantFixture(MERCHANT_ID, merchant));
  const clients = Array.from({ length: count }, (_, i) => ({
    id: `c_${i}`,
    secret: randomBytes(32).toString('base64url'),
  }));
  for (const { id, secret } of clients) {
    const secrets = [{ hash: hashSecret(secret), createdAt }];
    await store.merchants.addClient({
      id,
      merchantId: MERCHANT_ID,
      scopes: SCOPES,
      secrets,
      revokedAt: null,
      createdAt,
    });
  }
  await store.close();
  return clients;
}

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
