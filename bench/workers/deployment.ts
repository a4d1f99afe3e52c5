import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { closeSync, mkdirSync, openSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { openStore } from '../../apps/service/src/storage/open-store.ts';
import { addClients } from '../api/add-clients.ts';
import { ClientSupply } from '../api/clients.ts';
import { benchMerchant } from '../api/service-config.ts';
import { startTarget } from '../api/target.ts';
import { cpuMsOf } from '../start/process-tree.ts';

const AUTHLY = join(import.meta.dirname, '..', '..', 'apps', 'service', 'bin', 'authly.mjs');
export const MERCHANT_ID = 'm_bench';

export interface Place {
  readonly folder: string;
  readonly certFile: string;
  readonly keyFile: string;
}

/** So many processes of the service on one store. */
export interface Deployment {
  readonly processes: number;
  /** One, where they share it. */
  readonly ports: readonly number[];
  readonly clients: ClientSupply;
  /** Processor time of all of its processes so far. */
  cpuMs(): Promise<number>;
}

/** `authly serve --workers N`, as an operator starts it. */
export async function onPostgres(
  processes: number,
  databaseUrl: string,
  { folder, certFile, keyFile }: Place,
  opened: AsyncDisposableStack,
): Promise<Deployment> {
  const own = join(folder, `workers-${processes}`);
  mkdirSync(own);
  const child = spawn(process.execPath, [AUTHLY, 'serve', '--workers', String(processes)], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {
      PATH: process.env['PATH'],
      AUTHLY_ENV: 'test',
      AUTHLY_DATA_DIR: own,
      AUTHLY_DATABASE_URL: databaseUrl,
      AUTHLY_MASTER_KEY: randomBytes(32).toString('base64'),
      AUTHLY_HOST: '127.0.0.1',
      AUTHLY_PORT: '0',
      AUTHLY_HTTP_PORT: '0',
      AUTHLY_OPS_PORT: '0',
      AUTHLY_TLS_CERT_FILE: certFile,
      AUTHLY_TLS_KEY_FILE: keyFile,
      AUTHLY_SHUTDOWN_DELAY_S: '0',
    },
  });
  opened.defer(async () => {
    const ended = once(child, 'exit');
    child.kill('SIGTERM');
    await ended;
  });
  const port = await new Promise<number>((resolve, reject) => {
    child.once('exit', () => reject(new Error('authly serve ended')));
    createInterface(child.stdout).on('line', (line) => {
      if (line.includes('"msg":"ready"')) resolve((JSON.parse(line) as { api: number }).api);
    });
  });
  const store = await openStore({ dataDir: own, databaseUrl, environment: 'test' });
  opened.defer(() => store.close());
  await store.merchants.add(benchMerchant(MERCHANT_ID));
  return {
    processes,
    ports: [port],
    clients: new ClientSupply((clients) => addClients(store, MERCHANT_ID, clients)),
    cpuMs: async () => cpuMsOf(child.pid!),
  };
}

/** Processes beside each other on one SQLite folder, which `authly serve` refuses. */
export async function onSqlite(
  processes: number,
  { folder, certFile, keyFile }: Place,
  opened: AsyncDisposableStack,
): Promise<Deployment> {
  const own = join(folder, `sqlite-${processes}`);
  mkdirSync(own);
  const log = openSync(join(own, 'log'), 'a');
  opened.defer(() => closeSync(log));
  const masterKey = randomBytes(32).toString('base64');
  const targets: Awaited<ReturnType<typeof startTarget>>[] = [];
  for (let i = 0; i < processes; i++) {
    const setup = { folder: own, certFile, keyFile, merchantId: MERCHANT_ID, masterKey };
    targets.push(opened.adopt(await startTarget('service', setup, log), (target) => target.stop()));
  }
  return {
    processes,
    ports: targets.map(({ port }) => port),
    clients: targets[0]!.clients,
    cpuMs: async () =>
      (await Promise.all(targets.map((target) => target.usage()))).reduce((sum, { cpuMs }) => sum + cpuMs, 0),
  };
}
