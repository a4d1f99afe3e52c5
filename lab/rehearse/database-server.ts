import { Client } from 'pg';
import { startPostgres, type PostgresServer } from '../../test/postgres-server.ts';
import { serverFolder, type PostgresTools } from './postgres-tools.ts';
import { until } from '../fixture/waiting.ts';

const ANSWER_WITHIN_MS = 60_000;

export class DatabaseServer {
  readonly #tools: PostgresTools;
  readonly server: PostgresServer;

  private constructor(tools: PostgresTools, server: PostgresServer) {
    this.#tools = tools;
    this.server = server;
  }

  static async make(tools: PostgresTools, cleanup: AsyncDisposableStack, folder?: string): Promise<DatabaseServer> {
    const server = await startPostgres({ durable: true, binaries: tools, folder });
    cleanup.defer(() => server.remove());
    return new DatabaseServer(tools, server);
  }

  async standby(cleanup: AsyncDisposableStack): Promise<DatabaseServer> {
    const folder = serverFolder(this.#tools, 'authly-standby-');
    const from = `host=127.0.0.1 port=${new URL(this.url).port} user=authly application_name=standby`;
    await this.#tools.run('pg_basebackup', ['-d', from, '-D', folder, '-R', '-X', 'stream', '-c', 'fast']);
    return DatabaseServer.make(this.#tools, cleanup, folder);
  }

  get url(): string {
    return this.server.url;
  }

  async ask<T>(sql: string): Promise<T | undefined> {
    const client = new Client({
      connectionString: this.url,
      connectionTimeoutMillis: 5000,
      query_timeout: ANSWER_WITHIN_MS,
    });
    client.on('error', () => {});
    try {
      await client.connect();
      return (await client.query<{ answer: T }>(sql)).rows[0]?.answer;
    } finally {
      await client.end().catch(() => {});
    }
  }

  /** Makes commits wait until the standby has them on its disk. */
  async waitForStandby(): Promise<void> {
    await this.ask("ALTER SYSTEM SET synchronous_standby_names = 'FIRST 1 (standby)'");
    await this.ask('SELECT pg_reload_conf()');
    const state = "SELECT sync_state AS answer FROM pg_stat_replication WHERE application_name = 'standby'";
    await until('a synchronous standby', async () => (await this.ask(state)) === 'sync' || undefined);
  }
}
