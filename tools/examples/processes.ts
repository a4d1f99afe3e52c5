import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import type { Command, Commands } from './languages.ts';

const running = new Set<ChildProcess>();

/** Starts an example in its own process group. */
export function start([program, ...args]: Command, env: Record<string, string>): ChildProcess {
  const child = spawn(program, args, {
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
    // Python would leave compiled files among the sources.
    env: { PATH: process.env['PATH'], HOME: process.env['HOME'], PYTHONDONTWRITEBYTECODE: '1', ...env },
  });
  running.add(child);
  child.once('exit', () => running.delete(child));
  return child;
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  endGroup(child);
  await ended;
}

export const endAll = (): void => running.forEach(endGroup);

function endGroup({ pid }: ChildProcess): void {
  try {
    if (pid !== undefined) process.kill(-pid, 'SIGTERM');
  } catch {
    // It has just ended.
  }
}

export interface BioApiSettings {
  readonly port: number;
  readonly merchantId: string;
  /** Where its key list comes from. */
  readonly serviceUrl: string;
  readonly caFile?: string;
  /** Its store: a restart finds what was stored. */
  readonly dataDir: string;
}

export interface BioApiProcess {
  end(): Promise<void>;
  /** What it has written: its logs. */
  said(): string;
}

/** An example's Bio API, once it accepts connections. */
export async function startBioApi(bioApi: Commands['bioApi'], settings: BioApiSettings): Promise<BioApiProcess> {
  const { port, merchantId, serviceUrl, caFile, dataDir } = settings;
  mkdirSync(dataDir, { recursive: true });
  const child = start(bioApi(port), {
    MERCHANT_ID: merchantId,
    AUTHLY_BASE_URL: serviceUrl,
    BIO_PORT: String(port),
    BIO_DATABASE: join(dataDir, 'bio.db'),
    BIO_DATA_DIR: dataDir,
    PHP_CLI_SERVER_WORKERS: '8',
    ...(caFile !== undefined && { AUTHLY_CA_FILE: caFile, NODE_EXTRA_CA_CERTS: caFile }),
  });
  let said = '';
  for (const stream of [child.stdout!, child.stderr!]) stream.on('data', (text: Buffer) => (said += text.toString()));
  while (!(await takesConnections(port))) {
    if (child.exitCode !== null || child.signalCode !== null) throw new Error(`its Bio API ended: ${said.trim()}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  return { end: () => end(child), said: () => said };
}

const takesConnections = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
    socket.once('connect', () => socket.destroy());
  });
