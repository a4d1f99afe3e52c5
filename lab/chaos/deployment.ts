import { execFileSync, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { openStore } from '../../apps/service/src/storage/open-store.ts';
import type { Store } from '../../apps/service/src/storage/port/store.ts';
import { startPostgres, type PostgresServer } from '../../test/postgres-server.ts';
import { addMerchant, type Client, type Fixture } from './fixture.ts';
import { Network } from './network.ts';
import { Service } from './service.ts';

export interface Deployment {
  readonly name: 'Postgres' | 'SQLite';
  readonly services: readonly Service[];
  readonly client: Client;
  readonly masterKey: string;
  /** Opens the store directly, not through the network of the services. */
  readonly withStore: <T>(work: (store: Store) => Promise<T>) => Promise<T>;
  readonly postgres?: PostgresServer;
  readonly network?: Network;
  readonly disk?: ReturnType<typeof mountSmallDisk>;
}

export async function deployOnPostgres(fixture: Fixture): Promise<Deployment> {
  const postgres = await startPostgres({ durable: true });
  fixture.cleanup.defer(() => postgres.remove());
  const network = await Network.to(Number(new URL(postgres.url).port));
  fixture.cleanup.defer(() => network.close());
  const throughNetwork = new URL(postgres.url);
  throughNetwork.port = String(network.port);
  const urls = { databaseUrl: postgres.url, servedFrom: throughNetwork.href };
  const deployed = await deploy(fixture, { processes: 2, ...urls });
  return { ...deployed, postgres, network };
}

/** One process on SQLite, on a small separate disk if the machine can mount one. */
export async function deployOnSqlite(fixture: Fixture): Promise<Deployment> {
  const folder = join(fixture.folder, 'sqlite');
  mkdirSync(folder, { mode: 0o700 });
  const disk = mountSmallDisk(folder);
  fixture.cleanup.defer(() => disk?.close());
  return { ...(await deploy(fixture, { processes: 1, folder })), disk };
}

const DISK_MB = 96;

/** Mounts a small file system over this folder. Undefined without the permission to mount. */
function mountSmallDisk(folder: string) {
  const options = ['-t', 'tmpfs', '-o', `size=${DISK_MB}m,mode=700`];
  if (spawnSync('mount', [...options, 'tmpfs', folder]).status !== 0) return undefined;
  const ballast = join(folder, 'ballast');
  return {
    fill: () => void spawnSync('dd', ['if=/dev/zero', `of=${ballast}`, 'bs=4096']),
    empty: () => rmSync(ballast, { force: true }),
    close: () => void execFileSync('umount', ['--lazy', folder], { stdio: 'ignore' }),
  };
}

export interface DeploymentOptions {
  readonly processes: number;
  readonly folder?: string;
  /** Absent: on SQLite. */
  readonly databaseUrl?: string;
  /** The URL for the services, if it differs. Several URLs: one for each process in turn. */
  readonly servedFrom?: string | readonly string[];
  /** A direct connection to a server behind a pool. */
  readonly listenUrl?: string;
  /** Further settings of each process. */
  readonly envs?: readonly Readonly<Record<string, string>>[];
}

export async function deploy(fixture: Fixture, options: DeploymentOptions): Promise<Deployment> {
  const { folder = join(fixture.folder, 'data'), databaseUrl } = options;
  const name = databaseUrl === undefined ? 'SQLite' : 'Postgres';
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  async function withStore<T>(work: (store: Store) => Promise<T>): Promise<T> {
    const store = await openStore({ dataDir: folder, databaseUrl, environment: 'test' });
    try {
      return await work(store);
    } finally {
      await store.close();
    }
  }
  const masterKey = randomBytes(32).toString('base64');
  const env = options.listenUrl === undefined ? {} : { AUTHLY_DATABASE_LISTEN_URL: options.listenUrl };
  const setup = { folder, masterKey, ...fixture.tls };
  const urls = [options.servedFrom ?? databaseUrl].flat();
  const services = Array.from(
    { length: options.processes },
    (_, i) =>
      new Service({
        ...setup,
        env: { ...env, ...options.envs?.[i] },
        databaseUrl: urls[i % urls.length],
        clockFile: join(fixture.folder, `clock-${name}-${i}`),
      }),
  );
  fixture.cleanup.defer(async () => void (await Promise.all(services.map((service) => service.end('SIGKILL')))));
  const client = await withStore((store) => addMerchant(store, fixture));
  for (const service of services) await service.start();
  return { name, services, client, masterKey, withStore };
}
