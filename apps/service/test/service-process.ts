import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { createInterface } from 'node:readline';
import { Agent, request } from 'undici';
import { onTestFinished } from 'vitest';
import { loopbackCertificates } from './loopback-certificates.ts';
import type { Deployment } from './on-both-stores.ts';
import { readyPorts, type Ports } from './ready-ports.ts';
import { TestService } from './running-service.ts';

const AUTHLY = new URL('../bin/authly.mjs', import.meta.url).pathname;

/** `authly serve` as an operator runs it, in a process of its own, on the real clock. */
export class ServiceProcess {
  readonly #child: ChildProcess;
  readonly #agent: Agent;
  readonly ports: Ports;

  private constructor(child: ChildProcess, agent: Agent, ports: Ports) {
    this.#child = child;
    this.#agent = agent;
    this.ports = ports;
  }

  static async start(
    { folder, databaseUrl }: Pick<Deployment, 'folder' | 'databaseUrl'>,
    { logLevel, onLine, openFiles, workers }: ProcessOptions = {},
  ): Promise<ServiceProcess> {
    const { caFile, certFile, keyFile } = await loopbackCertificates(folder);
    const serve = [AUTHLY, 'serve', ...(workers === undefined ? [] : ['--workers', `${workers}`])];
    const [command, args] =
      openFiles === undefined
        ? [process.execPath, serve]
        : ['sh', ['-c', `ulimit -n ${openFiles} && exec "$0" "$@"`, process.execPath, ...serve]];
    const child = spawn(command, args, {
      stdio: ['ignore', 'pipe', 'pipe'],
      env: {
        NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
        AUTHLY_ENV: 'test',
        AUTHLY_DATA_DIR: folder,
        ...(databaseUrl !== undefined && { AUTHLY_DATABASE_URL: databaseUrl }),
        AUTHLY_HOST: '127.0.0.1',
        AUTHLY_PORT: '0',
        AUTHLY_HTTP_PORT: '0',
        AUTHLY_OPS_PORT: '0',
        AUTHLY_BASE_URL: 'https://authly.test',
        AUTHLY_MASTER_KEY: Buffer.from(TestService.masterKey(folder).bytes).toString('base64'),
        AUTHLY_TLS_CERT_FILE: certFile,
        AUTHLY_TLS_KEY_FILE: keyFile,
        AUTHLY_SHUTDOWN_DELAY_S: '0',
        ...(logLevel !== undefined && { AUTHLY_LOG_LEVEL: logLevel }),
      },
    });
    // Whatever becomes of the test: it outlives neither the test nor the worker.
    const over = new AbortController();
    onTestFinished(() => {
      child.kill('SIGKILL');
      over.abort();
    });
    if (onLine) createInterface({ input: child.stdout }).on('line', onLine);
    const agent = new Agent({ connect: { ca: readFileSync(caFile, 'utf8') } });
    return new ServiceProcess(child, agent, await ready(child, over.signal));
  }

  get pid(): number {
    return this.#child.pid!;
  }

  async ops(path: string): Promise<{ status: number; text: string }> {
    const answer = await request(`http://127.0.0.1:${this.ports.ops}${path}`);
    return { status: answer.statusCode, text: await answer.body.text() };
  }

  /** From now on nobody reads its log. */
  stopReadingTheLog(): void {
    this.#child.stdout!.pause();
  }

  /** A connection that says nothing. */
  async silentConnection(): Promise<Socket> {
    const socket = connect(this.ports.api, '127.0.0.1').on('error', () => {});
    await once(socket, 'connect');
    return socket;
  }

  async post(
    path: string,
    headers: Record<string, string>,
    body: string,
  ): Promise<{ status: number; replayed: boolean; text: string }> {
    const answer = await request(`https://127.0.0.1:${this.ports.api}${path}`, {
      dispatcher: this.#agent,
      method: 'POST',
      headers,
      body,
    });
    return {
      status: answer.statusCode,
      replayed: answer.headers['idempotent-replayed'] === 'true',
      text: await answer.body.text(),
    };
  }

  async get(path: string, headers: Record<string, string>): Promise<{ status: number; text: string }> {
    const answer = await request(`https://127.0.0.1:${this.ports.api}${path}`, { dispatcher: this.#agent, headers });
    return { status: answer.statusCode, text: await answer.body.text() };
  }

  /** Ends it. SIGKILL: without a last word. Returns its exit code, null where the signal was stronger. */
  async end(signal: 'SIGKILL' | 'SIGTERM'): Promise<number | null> {
    const exit = once(this.#child, 'exit') as Promise<[number | null]>;
    this.#child.kill(signal);
    const [code] = await exit;
    await this.#agent.destroy();
    return code;
  }
}

/** However busy the machine is: how long a start may take is the test's own limit. A test that reaches it has ended already, so this is told beside it. */
async function ready(child: ChildProcess, over: AbortSignal): Promise<Ports> {
  try {
    return await readyPorts(child, over);
  } catch (error) {
    if (over.aborted) console.error(error);
    throw error;
  }
}

interface ProcessOptions {
  readonly logLevel?: string;
  readonly onLine?: (line: string) => void;
  /** Processes that share its ports. */
  readonly workers?: number;
  /** As many files as the system lets it open. */
  readonly openFiles?: number;
}
