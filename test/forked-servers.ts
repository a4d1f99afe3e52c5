import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Client } from 'pg';
import { migrateDatabase, withConnection } from '../apps/service/src/storage/postgres/migrate.ts';
import { freePort } from './free-port.ts';
import { postgresBinaries } from './postgres-binaries.ts';
import { makeCluster, runPostgres, type RunningPostgres } from './postgres-process.ts';

export interface ForkedServers extends AsyncDisposable {
  /** The address of the running server. */
  readonly url: string;
  /** Stops the promoted standby and starts the former primary, which has an older timeline. */
  goBack(): Promise<void>;
}

/** A primary with the service's tables and its standby, on one port. The standby runs, promoted. */
export async function forkServers(): Promise<ForkedServers> {
  const binaries = postgresBinaries();
  const former = await makeCluster(binaries, false);
  const promoted = `${former}-standby`;
  const port = await freePort();
  const url = `postgres://authly:authly@127.0.0.1:${port}/postgres`;
  const run = (folder: string): Promise<RunningPostgres> => runPostgres(binaries, { folder, port, durable: false });
  let running = await run(former);
  await withConnection(url, (connection) => migrateDatabase(connection));
  await running.stop();
  // Keeps the owner of the files.
  execFileSync('cp', ['-a', former, promoted]);
  writeFileSync(join(promoted, 'standby.signal'), '');
  running = await run(promoted);
  await promote(url);
  return {
    url,
    async goBack() {
      await running.stop();
      running = await run(former);
    },
    async [Symbol.asyncDispose]() {
      await running.stop();
      for (const folder of [former, promoted]) await rm(folder, { recursive: true });
    },
  };
}

async function promote(url: string): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  await client.query('SELECT pg_promote(wait => true)');
  await client.end();
}
