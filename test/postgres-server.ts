import { randomBytes } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { Client } from 'pg';
import type { TestProject } from 'vitest/node';
import { migrateDatabase, withConnection } from '../apps/service/src/storage/postgres/migrate.ts';
import { freePort } from './free-port.ts';
import { postgresBinaries, type PostgresBinaries } from './postgres-binaries.ts';
import { makeCluster, runPostgres, type RunningPostgres } from './postgres-process.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Tests create their databases in it: see `createDatabase`. */
    postgresUrl: string;
    /** A database with the service's tables: see `migratedDatabase`. */
    migratedTemplate: string;
  }
}

/** One server for the test run, or the one in AUTHLY_TEST_DATABASE_URL. Without either the run fails. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const given = process.env['AUTHLY_TEST_DATABASE_URL'];
  const server = given === undefined || given === '' ? await startPostgres() : undefined;
  const url = server?.url ?? given!;
  const template = await createTemplate(url);
  project.provide('postgresUrl', url);
  project.provide('migratedTemplate', template.name);
  return async () => {
    await template.drop();
    await server?.remove();
  };
}

export interface PostgresServer {
  readonly url: string;
  /** Ends the server and keeps its data and its port. */
  stop(): Promise<void>;
  kill(): Promise<void>;
  start(): Promise<void>;
  remove(): Promise<void>;
}

interface PostgresOptions {
  /** False skips fsync: data may be lost when the machine stops, not when a process does. */
  readonly durable?: boolean;
  readonly binaries?: PostgresBinaries;
  /** An existing cluster. Default: an empty one. */
  readonly folder?: string | undefined;
}

export async function startPostgres(options: PostgresOptions = {}): Promise<PostgresServer> {
  const { durable = false, binaries = postgresBinaries() } = options;
  const folder = options.folder ?? (await makeCluster(binaries, durable));
  const port = await freePort();
  let running: RunningPostgres | undefined;
  const server: PostgresServer = {
    url: `postgres://authly:authly@127.0.0.1:${port}/postgres`,
    async start() {
      running = await runPostgres(binaries, { folder, port, durable });
    },
    async stop() {
      await running?.stop();
      running = undefined;
    },
    async kill() {
      await running?.kill();
      running = undefined;
    },
    async remove() {
      await server.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
  try {
    await server.start();
  } catch (error) {
    await rm(folder, { recursive: true, force: true });
    throw error;
  }
  return server;
}

export interface TestDatabase {
  readonly name: string;
  readonly url: string;
  drop(): Promise<void>;
}

/** A database for one test file: empty or a copy. Copying files is faster than the write-ahead log. */
export async function createDatabase(serverUrl: string, template = 'template0'): Promise<TestDatabase> {
  const name = `authly_test_${randomBytes(6).toString('hex')}`;
  await run(serverUrl, `CREATE DATABASE ${name} ENCODING 'UTF8' TEMPLATE ${template} STRATEGY FILE_COPY`);
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  return { name, url: url.href, drop: () => run(serverUrl, `DROP DATABASE ${name} WITH (FORCE)`) };
}

/** A database with the service's tables, to be copied, which is faster than its migrations. */
export async function createTemplate(serverUrl: string): Promise<TestDatabase> {
  const template = await createDatabase(serverUrl);
  await withConnection(template.url, (connection) => migrateDatabase(connection));
  return template;
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
