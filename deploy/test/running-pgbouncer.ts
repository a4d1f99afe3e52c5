import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { freePort } from '../../test/free-port.ts';

/** Server connections in transaction mode. Few, so that transactions share them. */
export const POOL_SIZE = 4;

interface PgbouncerOptions {
  readonly mode: 'transaction' | 'session';
  /** Most operators set this, so that drivers with session settings can connect. */
  readonly ignoresStartupParameters: boolean;
}

export interface RunningPgbouncer extends AsyncDisposable {
  /** The same database, through the pool. */
  through(url: string): string;
  /** Kills PgBouncer with its connections and starts it again. */
  restart(): Promise<void>;
}

/** Debian's PgBouncer in front of a Postgres server, for every database on it. */
export async function startPgbouncer(
  serverUrl: string,
  { mode, ignoresStartupParameters }: PgbouncerOptions,
): Promise<RunningPgbouncer> {
  const { hostname, port: serverPort, username, password } = new URL(serverUrl);
  const folder = mkdtempSync(join(tmpdir(), 'authly-pgbouncer-'));
  const port = await freePort();
  const file = join(folder, 'pgbouncer.ini');
  writeFileSync(join(folder, 'users.txt'), `"${username}" "${password}"\n`);
  writeFileSync(
    file,
    `[databases]
* = host=${hostname} port=${serverPort}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = scram-sha-256
auth_file = ${join(folder, 'users.txt')}
pool_mode = ${mode}
default_pool_size = ${mode === 'transaction' ? POOL_SIZE : 60}
max_client_conn = 500
${ignoresStartupParameters ? 'ignore_startup_parameters = statement_timeout,options,extra_float_digits' : ''}
`,
  );
  chmodSync(folder, 0o755);
  // It refuses to run as root.
  const asUser = userInfo().uid === 0 ? ['-u', 'postgres'] : [];
  const through = (url: string): string => Object.assign(new URL(url), { port: String(port) }).href;
  const start = async (): Promise<ChildProcess> => {
    const child = spawn('pgbouncer', ['-q', ...asUser, file], { stdio: ['ignore', 'ignore', 'inherit'] });
    const failed = once(child, 'error').then(([error]: unknown[]) => {
      throw new Error("pgbouncer cannot be started: install Debian's package pgbouncer", { cause: error });
    });
    await Promise.race([failed, untilAnswered(through(serverUrl))]);
    return child;
  };
  const kill = async (): Promise<void> => {
    const ended = once(running, 'exit');
    running.kill('SIGKILL');
    await ended;
  };
  let running = await start();
  return {
    through,
    async restart() {
      await kill();
      running = await start();
    },
    async [Symbol.asyncDispose]() {
      await kill();
      rmSync(folder, { recursive: true });
    },
  };
}

async function untilAnswered(url: string): Promise<void> {
  for (let left = 100; ; left--) {
    const client = new Client({ connectionString: url });
    try {
      await client.connect();
      await client.query('SELECT 1');
      return;
    } catch (error) {
      if (left === 0) throw error;
      await new Promise((resolve) => setTimeout(resolve, 50));
    } finally {
      await client.end().catch(() => {});
    }
  }
}
