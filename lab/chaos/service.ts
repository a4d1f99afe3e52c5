import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Agent, request } from 'undici';
import { spawnService, type ServiceSettings, type SpawnedService } from '../../apps/service/test/spawn-service.ts';

const SHIFTED_CLOCK = join(import.meta.dirname, 'shifted-clock.mjs');
const READY_WITHIN_MS = 125_000;
const ANSWER_WITHIN_MS = 20_000;

interface ServiceSetup
  extends Pick<ServiceSettings, 'folder' | 'databaseUrl' | 'masterKey' | 'certFile' | 'keyFile' | 'root' | 'env'> {
  readonly ca: string;
  readonly clockFile: string;
}

export interface Answer {
  readonly status: number;
  readonly text: string;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
}

export interface Call {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly token?: string;
  readonly headers?: Record<string, string>;
  readonly body?: object | string;
}

export interface Caller {
  /** Undefined without an answer: the call may or may not have taken effect. */
  call(call: Call): Promise<Answer | undefined>;
}

/** `authly serve` in a process that can be killed and started again, and whose clock can be set. */
export class Service implements Caller {
  readonly #setup: ServiceSetup;
  #running: { spawned: SpawnedService; agent: Agent; port: number } | undefined;

  constructor(setup: ServiceSetup) {
    this.#setup = setup;
  }

  async start(): Promise<void> {
    const { ca, clockFile, ...settings } = this.#setup;
    writeFileSync(clockFile, '0');
    const spawned = spawnService({
      ...settings,
      nodeArgs: ['--import', SHIFTED_CLOCK],
      env: { ...settings.env, CHAOS_CLOCK_FILE: clockFile },
    });
    const agent = new Agent({ connect: { ca }, headersTimeout: ANSWER_WITHIN_MS, bodyTimeout: ANSWER_WITHIN_MS });
    const { api } = await spawned.ready(AbortSignal.timeout(READY_WITHIN_MS));
    this.#running = { spawned, agent, port: api };
  }

  async end(signal: 'SIGKILL' | 'SIGTERM'): Promise<void> {
    const running = this.#running;
    this.#running = undefined;
    await running?.spawned.end(signal);
    await running?.agent.destroy();
  }

  setClock(offsetMs: number): void {
    writeFileSync(this.#setup.clockFile, String(offsetMs));
    this.#running?.spawned.child.kill('SIGUSR2');
  }

  async call(call: Call): Promise<Answer | undefined> {
    return this.#running && callOrigin(`https://127.0.0.1:${this.#running.port}`, this.#running.agent, call);
  }
}

export async function callOrigin(origin: string, agent: Agent, call: Call): Promise<Answer | undefined> {
  const { method, path, token, headers, body } = call;
  try {
    const answer = await request(origin + path, {
      dispatcher: agent,
      method,
      headers: {
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
        ...(typeof body === 'object' && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    return { status: answer.statusCode, text: await answer.body.text(), headers: answer.headers };
  } catch {
    return undefined;
  }
}
