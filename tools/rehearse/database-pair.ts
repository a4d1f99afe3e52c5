import { rmSync } from 'node:fs';
import { Client } from 'pg';
import { freePort } from '../../test/free-port.ts';
import { makeCluster, runPostgres, type RunningPostgres } from '../../test/postgres-process.ts';
import { pause } from '../chaos/load.ts';
import { serverFolder, type PostgresTools } from './postgres-tools.ts';

/** One server of a pair. */
export class DatabaseServer {
  readonly #tools: PostgresTools;
  readonly #folder: string;
  readonly port: number;
  #running: RunningPostgres | undefined;

  constructor(tools: PostgresTools, folder: string, port: number) {
    this.#tools = tools;
    this.#folder = folder;
    this.port = port;
  }

  static async make(tools: PostgresTools): Promise<DatabaseServer> {
    const server = new DatabaseServer(tools, await makeCluster(tools, true), await freePort());
    await server.start();
    return server;
  }

  /** A copy of this one that follows it, as `pg_basebackup` makes it. */
  async standby(): Promise<DatabaseServer> {
    const folder = serverFolder(this.#tools, 'authly-standby-');
    const from = `host=127.0.0.1 port=${this.port} user=authly application_name=standby`;
    await this.#tools.run('pg_basebackup', ['-d', from, '-D', folder, '-R', '-X', 'stream', '-c', 'fast']);
    const copy = new DatabaseServer(this.#tools, folder, await freePort());
    await copy.start();
    return copy;
  }

  get host(): string {
    return `127.0.0.1:${this.port}`;
  }

  get url(): string {
    return `postgres://authly:authly@${this.host}/postgres`;
  }

  async start(): Promise<void> {
    const { postgres, initdb, as } = this.#tools;
    this.#running = await runPostgres(
      { postgres, initdb, as },
      { folder: this.#folder, port: this.port, durable: true },
    );
  }

  async stop(): Promise<void> {
    await this.#running?.stop();
    this.#running = undefined;
  }

  /** Without a last word. */
  async kill(): Promise<void> {
    await this.#running?.kill();
    this.#running = undefined;
  }

  async ask<T>(sql: string): Promise<T | undefined> {
    const client = new Client({ connectionString: this.url, connectionTimeoutMillis: 5000 });
    client.on('error', () => {});
    try {
      await client.connect();
      return (await client.query<{ answer: T }>(sql)).rows[0]?.answer;
    } finally {
      await client.end().catch(() => {});
    }
  }

  /** From now on a commit is acknowledged once the standby has it on its disk. */
  async waitForStandby(): Promise<void> {
    await this.ask("ALTER SYSTEM SET synchronous_standby_names = 'FIRST 1 (standby)'");
    await this.ask('SELECT pg_reload_conf()');
    const state = "SELECT sync_state AS answer FROM pg_stat_replication WHERE application_name = 'standby'";
    while ((await this.ask(state)) !== 'sync') await pause(50);
  }

  async remove(): Promise<void> {
    await this.kill();
    rmSync(this.#folder, { recursive: true, force: true });
  }
}

/** As the guide says: both servers, and the one that takes writes is looked for. */
export const urlOfPair = (one: DatabaseServer, two: DatabaseServer): string =>
  `postgres://authly:authly@${one.host},${two.host}/postgres?target_session_attrs=read-write`;
