import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { createInterface } from 'node:readline';
import { Agent, request } from 'undici';
import { onTestFinished } from 'vitest';
import { loopbackCertificates } from './loopback-certificates.ts';
import type { Deployment } from './on-both-stores.ts';
import { TestService } from './running-service.ts';
import { spawnService, type Ports, type SpawnedService } from './spawn-service.ts';

/** `authly serve` as an operator runs it, in a process of its own, on the real clock. It ends with the test at the latest. */
export class ServiceProcess {
  readonly #spawned: SpawnedService;
  readonly #agent: Agent;
  readonly ports: Ports;

  private constructor(spawned: SpawnedService, agent: Agent, ports: Ports) {
    this.#spawned = spawned;
    this.#agent = agent;
    this.ports = ports;
  }

  static async start(
    { folder, databaseUrl }: Pick<Deployment, 'folder' | 'databaseUrl'>,
    { logLevel, onLine, openFiles, workers }: ProcessOptions = {},
  ): Promise<ServiceProcess> {
    const { caFile, certFile, keyFile } = await loopbackCertificates(folder);
    const spawned = spawnService({
      folder,
      databaseUrl,
      certFile,
      keyFile,
      openFiles,
      baseUrl: 'https://authly.test',
      masterKey: Buffer.from(TestService.masterKey(folder).bytes).toString('base64'),
      args: workers === undefined ? [] : ['--workers', `${workers}`],
      env: logLevel === undefined ? {} : { AUTHLY_LOG_LEVEL: logLevel },
    });
    const over = new AbortController();
    onTestFinished(() => {
      spawned.child.kill('SIGKILL');
      over.abort();
    });
    if (onLine) createInterface({ input: spawned.child.stdout! }).on('line', onLine);
    const agent = new Agent({ connect: { ca: readFileSync(caFile, 'utf8') } });
    return new ServiceProcess(spawned, agent, await ready(spawned, over.signal));
  }

  get pid(): number {
    return this.#spawned.child.pid!;
  }

  async ops(path: string): Promise<{ status: number; text: string }> {
    const answer = await request(`http://127.0.0.1:${this.ports.ops}${path}`);
    return { status: answer.statusCode, text: await answer.body.text() };
  }

  /** From now on nobody reads its log. */
  stopReadingTheLog(): void {
    this.#spawned.child.stdout!.pause();
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

  /** Returns its exit code; null if the signal ended it. */
  async end(signal: 'SIGKILL' | 'SIGTERM'): Promise<number | null> {
    const code = await this.#spawned.end(signal);
    await this.#agent.destroy();
    return code;
  }
}

/** The test's own timeout bounds the start. A test that reaches it has ended already, so the output is printed beside it. */
async function ready(spawned: SpawnedService, over: AbortSignal): Promise<Ports> {
  try {
    return await spawned.ready(over);
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
