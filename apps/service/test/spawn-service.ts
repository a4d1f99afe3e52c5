import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

const ROOT = join(import.meta.dirname, '..', '..', '..');
const AUTHLY = join('apps', 'service', 'bin', 'authly.mjs');

export interface ServiceSettings {
  readonly folder: string;
  /** Absent: SQLite in the folder. */
  readonly databaseUrl: string | undefined;
  readonly masterKey: string;
  readonly certFile: string;
  readonly keyFile: string;
  readonly baseUrl?: string;
  /** Settings of the process, in addition to those of the fixture. */
  readonly env?: Readonly<Record<string, string>>;
  /** Further arguments of Node. */
  readonly nodeArgs?: readonly string[];
  /** Folder of its code; absent: this repository. */
  readonly root?: string | undefined;
  /** The limit of open files. */
  readonly openFiles?: number | undefined;
}

export interface Ports {
  readonly api: number;
  readonly ops: number;
}

export interface SpawnedService {
  readonly child: ChildProcess;
  /** Rejects with the output of the process if it ends first, or if the signal aborts. */
  ready(noLonger: AbortSignal): Promise<Ports>;
  /** Exit code; null if a signal ended it. */
  end(signal: 'SIGKILL' | 'SIGTERM'): Promise<number | null>;
}

/** `authly serve` in a child process, on free loopback ports. It never outlives this process. */
export function spawnService(settings: ServiceSettings): SpawnedService {
  const { root = ROOT, openFiles, nodeArgs = [] } = settings;
  const node = [process.execPath, ...nodeArgs, join(root, AUTHLY), 'serve'] as const;
  const [command, ...rest] =
    openFiles === undefined ? node : (['sh', '-c', `ulimit -n ${openFiles} && exec "$0" "$@"`, ...node] as const);
  return supervise(spawn(command, rest, { stdio: ['ignore', 'pipe', 'pipe'], env: environment(settings) }));
}

/** Any program that logs one JSON line with `msg: "ready"` and its ports. */
export function supervise(child: ChildProcess): SpawnedService {
  const kill = (): void => void child.kill('SIGKILL');
  process.once('exit', kill);
  child.once('exit', () => process.off('exit', kill));
  return {
    child,
    ready: (noLonger) => readyPorts(child, noLonger),
    async end(signal) {
      if (child.exitCode === null && child.signalCode === null) {
        const ended = once(child, 'exit');
        child.kill(signal);
        await ended;
      }
      return child.exitCode;
    },
  };
}

const environment = (settings: ServiceSettings): Record<string, string | undefined> => ({
  NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
  AUTHLY_ENV: 'test',
  AUTHLY_DATA_DIR: settings.folder,
  ...(settings.databaseUrl !== undefined && { AUTHLY_DATABASE_URL: settings.databaseUrl }),
  AUTHLY_HOST: '127.0.0.1',
  AUTHLY_PORT: '0',
  AUTHLY_HTTP_PORT: '0',
  AUTHLY_OPS_PORT: '0',
  AUTHLY_BASE_URL: settings.baseUrl ?? 'https://localhost',
  AUTHLY_MASTER_KEY: settings.masterKey,
  AUTHLY_TLS_CERT_FILE: settings.certFile,
  AUTHLY_TLS_KEY_FILE: settings.keyFile,
  AUTHLY_SHUTDOWN_DELAY_S: '0',
  ...settings.env,
});

async function readyPorts(child: ChildProcess, noLonger: AbortSignal): Promise<Ports> {
  const { promise, resolve, reject } = Promise.withResolvers<Ports>();
  const said: string[] = [];
  const notReady = (what: string): void => reject(new Error(`the process ${what}:\n${said.join('\n')}`));
  const late = (): void => notReady('is not ready yet');
  noLonger.addEventListener('abort', late);
  child.once('error', (error) => notReady(`could not be started (${error.message})`));
  // `close` follows the last line of output; `exit` may precede it.
  child.once('close', () => notReady('ended before it was ready'));
  const errors = createInterface({ input: child.stderr! }).on('line', (line) => said.push(line));
  const log = createInterface({ input: child.stdout! }).on('line', (line) => {
    said.push(line);
    const ports = portsOf(line);
    if (ports !== undefined) resolve(ports);
  });
  try {
    return await promise;
  } finally {
    noLonger.removeEventListener('abort', late);
    for (const lines of [errors, log]) lines.close();
    // A full pipe would block the process.
    for (const stream of [child.stderr!, child.stdout!]) stream.resume();
  }
}

function portsOf(line: string): Ports | undefined {
  try {
    const { msg, api, ops } = JSON.parse(line) as { msg?: string } & Ports;
    return msg === 'ready' ? { api, ops } : undefined;
  } catch {
    return undefined;
  }
}
