import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { main } from '../../packages/merchant/src/bio-check/main.ts';
import { freePorts } from '../free-port.ts';
import type { Command, Commands } from './languages.ts';

const running = new Set<ChildProcess>();

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
    // The group has ended.
  }
}

interface BioApiSettings {
  readonly port: number;
  readonly merchantId: string;
  readonly serviceUrl: string;
  readonly caFile?: string;
  readonly dataDir: string;
}

export async function startBioApi(bioApi: Commands['bioApi'], settings: BioApiSettings) {
  const { port, merchantId, serviceUrl, caFile, dataDir } = settings;
  mkdirSync(dataDir, { recursive: true });
  const child = start(bioApi(port), {
    AUTHLY_MERCHANT_ID: merchantId,
    AUTHLY_BASE_URL: serviceUrl,
    BIO_PORT: String(port),
    BIO_DATABASE: join(dataDir, 'bio.db'),
    BIO_DATA_DIR: dataDir,
    PHP_CLI_SERVER_WORKERS: '8',
    ...(caFile !== undefined && { AUTHLY_CA_FILE: caFile }),
  });
  let said = '';
  for (const stream of [child.stdout!, child.stderr!]) stream.on('data', (text: Buffer) => (said += text.toString()));
  while (!(await takesConnections(port))) {
    if (child.exitCode !== null || child.signalCode !== null) throw new Error(`its Bio API ended: ${said.trim()}`);
    await pause(50);
  }
  const ended = async (): Promise<void> => {
    await end(child);
    // PHP's workers outlive its first process and would take connections of the next server.
    while (await takesConnections(port)) await pause(20);
  };
  return { end: ended, /** Its logs. */ said: () => said };
}

async function takesConnections(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1');
  const isTaken = await once(socket, 'connect').catch(() => undefined);
  socket.destroy();
  return isTaken !== undefined;
}

/** Names of users of the runner, and the field of the record. */
const LEAK = /bio-check-|features/;

/** `authly-bio-check --strict` against an example. Returns its last line, or throws the failed checks. */
export async function checkBioApi(
  name: string,
  bioApi: Commands['bioApi'],
  folder: string,
  more: readonly string[],
): Promise<string> {
  const [port, keysPort] = (await freePorts(2)) as [number, number];
  const merchantId = `mch_example_${name}`;
  const serviceUrl = `http://127.0.0.1:${keysPort}`;
  const server = await startBioApi(bioApi, { port, merchantId, serviceUrl, dataDir: join(folder, 'checked') });
  let [report, complaint] = ['', ''];
  try {
    const argv = [`http://127.0.0.1:${port}/bio`, '--merchant-id', merchantId, '--keys-port', String(keysPort)];
    const code = await main([...argv, '--strict', '--timeout', '20000', ...more], {
      stdout: { write: (text) => (report += text) },
      stderr: { write: (text) => (complaint += text) },
    });
    if (LEAK.test(server.said())) throw new Error('it logs a user or features');
    if (code === 0) return `authly-bio-check --strict: ${report.trim().split('\n').at(-1)}`;
  } finally {
    await server.end();
  }
  const lines = report.split('\n').filter((line) => /^ {2}(?:FAIL|WARN)|^ {9}/.test(line));
  throw new Error(`authly-bio-check --strict:\n${lines.join('\n') || complaint}`);
}
