import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chown, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { PostgresBinaries } from './postgres-binaries.ts';

/** A standby says read-only. */
const READY = /database system is ready to accept (?:read-only )?connections/;
const MAX_LOG_CHARS = 10_000;

export interface RunningPostgres {
  stop(): Promise<void>;
  /** Ends it without a shutdown, like a failing machine. */
  kill(): Promise<void>;
}

/** An empty cluster in a separate folder. User and password are both `authly`. */
export async function makeCluster({ initdb, as }: PostgresBinaries, durable: boolean): Promise<string> {
  // The server's user owns this folder, because it could not enter one inside ours.
  const folder = await mkdtemp(join(tmpdir(), 'authly-postgres-'));
  const password = `${folder}.password`;
  try {
    await writeFile(password, 'authly\n', { mode: 0o600 });
    if (as.uid !== undefined && as.gid !== undefined) {
      await chown(folder, as.uid, as.gid);
      await chown(password, as.uid, as.gid);
    }
    const options = [
      '--auth=scram-sha-256',
      '--username=authly',
      `--pwfile=${password}`,
      '--encoding=UTF8',
      '--locale=C',
    ];
    // Thousands of tests connect with that password.
    const forTests = ['--no-sync', '--set=scram_iterations=1'];
    await promisify(execFile)(initdb, [`--pgdata=${folder}`, ...options, ...(durable ? [] : forTests)], {
      cwd: '/',
      ...as,
    });
    return folder;
  } catch (error) {
    await rm(folder, { recursive: true, force: true });
    throw error;
  } finally {
    await rm(password, { force: true });
  }
}

/** Resolves once it accepts connections. */
export async function runPostgres(
  { postgres, as }: PostgresBinaries,
  { folder, port, durable }: { folder: string; port: number; durable: boolean },
): Promise<RunningPostgres> {
  const settings = [
    'listen_addresses=127.0.0.1',
    'unix_socket_directories=',
    ...(durable ? [] : ['fsync=off', 'full_page_writes=off']),
  ];
  const args = ['-D', folder, '-p', String(port), ...settings.flatMap((setting) => ['-c', setting])];
  const server = spawn(postgres, args, { stdio: ['ignore', 'ignore', 'pipe'], cwd: '/', ...as });
  // SIGINT asks Postgres for a fast shutdown.
  const end = (): void => void server.kill('SIGINT');
  process.once('exit', end);
  const exited = once(server, 'exit').finally(() => process.off('exit', end));
  let log = '';
  const isReady = new Promise<void>((resolve) => {
    server.stderr.setEncoding('utf8').on('data', (text: string) => {
      log = (log + text).slice(-MAX_LOG_CHARS);
      if (READY.test(log)) resolve();
    });
  });
  const failed = exited.then(() => {
    throw new Error(`Postgres does not start:\n${log}`);
  });
  await Promise.race([isReady, failed]);
  return {
    async stop() {
      end();
      await exited;
    },
    async kill() {
      server.kill('SIGKILL');
      await exited;
    },
  };
}
