import { randomBytes } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { openStore } from '../../apps/service/src/storage/open-store.ts';
import type { Store } from '../../apps/service/src/storage/store.ts';
import { startPostgres, type PostgresServer } from '../../test/postgres-server.ts';
import type { Ground } from './ground.ts';
import { addMerchant, type Client } from './merchant.ts';
import { Network } from './network.ts';
import { Service } from './service.ts';
import { mountSmallDisk, type SmallDisk } from './small-disk.ts';

/** Service processes on one store, with a merchant, and what of it can be broken. */
export interface Deployment {
  readonly name: 'Postgres' | 'SQLite';
  readonly services: readonly Service[];
  readonly client: Client;
  readonly masterKey: string;
  /** Works on the store past the network that the services go through. */
  readonly withStore: <T>(work: (store: Store) => Promise<T>) => Promise<T>;
  readonly postgres?: PostgresServer;
  readonly network?: Network;
  readonly disk?: SmallDisk | undefined;
}

/** Two processes on a Postgres that keeps what it has acknowledged also when it is killed. */
export async function deployOnPostgres(ground: Ground): Promise<Deployment> {
  const postgres = await startPostgres({ durable: true });
  ground.cleanup.defer(() => postgres.remove());
  const network = await Network.to(Number(new URL(postgres.url).port));
  ground.cleanup.defer(() => network.close());
  const throughNetwork = new URL(postgres.url);
  throughNetwork.port = String(network.port);
  const deployed = await deploy(ground, {
    name: 'Postgres',
    processes: 2,
    folder: join(ground.folder, 'postgres'),
    servedFrom: throughNetwork.href,
    databaseUrl: postgres.url,
  });
  return { ...deployed, postgres, network };
}

/** One process on SQLite, on a small disk of its own where one can be mounted. */
export async function deployOnSqlite(ground: Ground): Promise<Deployment> {
  const folder = join(ground.folder, 'sqlite');
  mkdirSync(folder, { mode: 0o700 });
  const disk = mountSmallDisk(folder);
  ground.cleanup.defer(() => disk?.close());
  const options = { name: 'SQLite', processes: 1, folder, servedFrom: undefined, databaseUrl: undefined } as const;
  return { ...(await deploy(ground, options)), disk };
}

interface Place {
  readonly name: Deployment['name'];
  readonly processes: number;
  readonly folder: string;
  readonly servedFrom: string | undefined;
  readonly databaseUrl: string | undefined;
}

export async function deploy({ folder: root, tls, bio, cleanup }: Ground, place: Place): Promise<Deployment> {
  const { name, folder, databaseUrl } = place;
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
  const setup = { folder, databaseUrl: place.servedFrom, masterKey, ...tls };
  const services = Array.from(
    { length: place.processes },
    (_, i) => new Service({ ...setup, clockFile: join(root, `clock-${name}-${i}`) }),
  );
  cleanup.defer(async () => void (await Promise.all(services.map((service) => service.end('SIGKILL')))));
  const client = await withStore((store) => addMerchant(store, bio, tls.ca));
  for (const service of services) await service.start();
  return { name, services, client, masterKey, withStore };
}
