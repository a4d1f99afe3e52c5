import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { createInterface } from 'node:readline';
import type { Sealed } from '@authly/app-client/seal.ts';
import { Agent, interceptors, request, type Dispatcher, type RetryHandler } from 'undici';
import { onTestFinished } from 'vitest';
import type { AppSide } from './app-side.ts';
import { loopbackCertificates } from './loopback-certificates.ts';
import type { Deployment } from './on-stores.ts';
import { RawConnection } from './raw-connection.ts';
import { credentials, TestService, type TestClient } from './running-service.ts';
import { spawnService, type Ports, type SpawnedService } from './spawn-service.ts';

/** A process on a busy machine may shed load: like every client, the test sends such a call again. */
const SHED: RetryHandler.RetryOptions = {
  methods: ['GET', 'POST'],
  statusCodes: [503],
  errorCodes: [],
  maxRetries: 30,
};

/** `authly serve` in a child process, on the real clock. It ends with the test. */
export class ServiceProcess {
  readonly #spawned: SpawnedService;
  readonly #agent: Agent;
  readonly #dispatcher: Dispatcher;
  readonly #ca: string;
  readonly ports: Ports;

  private constructor(spawned: SpawnedService, ca: string, ports: Ports) {
    const agent = new Agent({ connect: { ca } });
    this.#spawned = spawned;
    this.#ca = ca;
    this.#agent = agent;
    this.#dispatcher = agent.compose(interceptors.retry(SHED));
    this.ports = ports;
  }

  static async start(
    { folder, databaseUrl }: Pick<Deployment, 'folder' | 'databaseUrl'>,
    { logLevel, env, onSpawned, onLine, openFiles }: ProcessOptions = {},
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
      env: { ...env, ...(logLevel !== undefined && { AUTHLY_LOG_LEVEL: logLevel }) },
    });
    const over = new AbortController();
    onTestFinished(() => {
      spawned.child.kill('SIGKILL');
      over.abort();
    });
    await onSpawned?.(spawned.child.pid!);
    if (onLine) createInterface({ input: spawned.child.stdout! }).on('line', onLine);
    return new ServiceProcess(spawned, readFileSync(caFile, 'utf8'), await ready(spawned, over.signal));
  }

  get pid(): number {
    return this.#spawned.child.pid!;
  }

  async ops(path: string): Promise<{ status: number; text: string }> {
    const answer = await request(`http://127.0.0.1:${this.ports.ops}${path}`);
    return { status: answer.statusCode, text: await answer.body.text() };
  }

  /** Stops reading its log. */
  stopReadingTheLog(): void {
    this.#spawned.child.stdout!.pause();
  }

  /** Its resident memory, on Linux. */
  memoryBytes(): number {
    return Number(/^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${this.pid}/status`, 'utf8'))![1]) * 1024;
  }

  rawConnection(options: { localAddress?: string }): Promise<RawConnection> {
    return RawConnection.secure(this.ports.api, this.#ca, options);
  }

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
      dispatcher: this.#dispatcher,
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

  async token(client: TestClient): Promise<string> {
    const form = new URLSearchParams(credentials(client)).toString();
    const { text } = await this.post('/oauth/token', { 'content-type': 'application/x-www-form-urlencoded' }, form);
    return (JSON.parse(text) as { access_token: string }).access_token;
  }

  /** A call of the app that has joined this session. */
  callback({ joined, token }: AppSide, sealed: Sealed): Promise<{ status: number; text: string }> {
    const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` };
    return this.post(`/app/v1/sessions/${joined.session_id}/callback`, headers, JSON.stringify(sealed));
  }

  async get(path: string, headers: Record<string, string>): Promise<{ status: number; text: string }> {
    const answer = await request(`https://127.0.0.1:${this.ports.api}${path}`, {
      dispatcher: this.#dispatcher,
      headers,
    });
    return { status: answer.statusCode, text: await answer.body.text() };
  }

  /** Does not ask again after 503. */
  async once(path: string): Promise<{ status: number; text: string }> {
    const answer = await request(`https://127.0.0.1:${this.ports.api}${path}`, { dispatcher: this.#agent });
    return { status: answer.statusCode, text: await answer.body.text() };
  }

  /** Returns the exit code; null if the signal ended it. */
  async end(signal: 'SIGKILL' | 'SIGTERM'): Promise<number | null> {
    const code = await this.#spawned.end(signal);
    await this.#agent.destroy();
    return code;
  }
}

/** The test's timeout limits the start. The output is printed, because the test has ended by then. */
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
  readonly env?: Readonly<Record<string, string>>;
  /** Runs while the process starts. */
  readonly onSpawned?: (pid: number) => Promise<void>;
  readonly onLine?: (line: string) => void;
  /** The limit of open files. */
  readonly openFiles?: number;
}
