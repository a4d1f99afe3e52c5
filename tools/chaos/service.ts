import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Agent, request } from 'undici';
import { readyPorts } from '../../apps/service/test/ready-ports.ts';

const ROOT = join(import.meta.dirname, '..', '..');
const AUTHLY = join('apps', 'service', 'bin', 'authly.mjs');
const SHIFTED_CLOCK = join(import.meta.dirname, 'shifted-clock.mjs');
/** On a machine that is busy with the load. */
const READY_WITHIN_MS = 125_000;
/** Longer than any answer should take; what hangs is counted as not answered. */
const ANSWER_WITHIN_MS = 20_000;

export interface ServiceSetup {
  readonly folder: string;
  readonly databaseUrl: string | undefined;
  readonly masterKey: string;
  readonly certFile: string;
  readonly keyFile: string;
  readonly ca: string;
  readonly clockFile: string;
  /** Where its code is; absent: here. */
  readonly root?: string | undefined;
}

export interface Answer {
  readonly status: number;
  readonly text: string;
}

export interface Call {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly token?: string;
  readonly headers?: Record<string, string>;
  readonly body?: object | string;
}

/** `authly serve` in a process of its own, which can be killed and started again, and whose clock can be set. */
export class Service {
  readonly #setup: ServiceSetup;
  #running: { child: ChildProcess; agent: Agent; port: number } | undefined;

  constructor(setup: ServiceSetup) {
    this.#setup = setup;
  }

  async start(): Promise<void> {
    const { folder, databaseUrl, masterKey, certFile, keyFile, ca, clockFile, root = ROOT } = this.#setup;
    writeFileSync(clockFile, '0');
    const child = spawn(process.execPath, ['--import', SHIFTED_CLOCK, join(root, AUTHLY), 'serve'], {
      stdio: ['ignore', 'pipe', 'pipe'],
      env: {
        CHAOS_CLOCK_FILE: clockFile,
        AUTHLY_ENV: 'test',
        AUTHLY_DATA_DIR: folder,
        ...(databaseUrl !== undefined && { AUTHLY_DATABASE_URL: databaseUrl }),
        AUTHLY_HOST: '127.0.0.1',
        AUTHLY_PORT: '0',
        AUTHLY_HTTP_PORT: '0',
        AUTHLY_OPS_PORT: '0',
        AUTHLY_BASE_URL: 'https://localhost',
        AUTHLY_MASTER_KEY: masterKey,
        AUTHLY_TLS_CERT_FILE: certFile,
        AUTHLY_TLS_KEY_FILE: keyFile,
        AUTHLY_LOG_LEVEL: 'info',
        AUTHLY_SHUTDOWN_DELAY_S: '0',
      },
    });
    const end = (): void => void child.kill('SIGKILL');
    process.once('exit', end);
    child.once('exit', () => process.off('exit', end));
    const agent = new Agent({ connect: { ca }, headersTimeout: ANSWER_WITHIN_MS, bodyTimeout: ANSWER_WITHIN_MS });
    this.#running = { child, agent, port: (await readyPorts(child, AbortSignal.timeout(READY_WITHIN_MS))).api };
  }

  async end(signal: 'SIGKILL' | 'SIGTERM'): Promise<void> {
    const running = this.#running;
    this.#running = undefined;
    if (running === undefined) return;
    const { child, agent } = running;
    if (child.exitCode === null && child.signalCode === null) {
      const ended = once(child, 'exit');
      child.kill(signal);
      await ended;
    }
    await agent.destroy();
  }

  /** Its time of day is off by so much from now on. */
  setClock(offsetMs: number): void {
    writeFileSync(this.#setup.clockFile, String(offsetMs));
    this.#running?.child.kill('SIGUSR2');
  }

  /** Undefined where no answer came: nobody knows then what was done. */
  async call({ method, path, token, headers, body }: Call): Promise<Answer | undefined> {
    if (this.#running === undefined) return undefined;
    const { agent, port } = this.#running;
    try {
      const answer = await request(`https://127.0.0.1:${port}${path}`, {
        dispatcher: agent,
        method,
        headers: {
          ...(token !== undefined && { authorization: `Bearer ${token}` }),
          ...(typeof body === 'object' && { 'content-type': 'application/json' }),
          ...headers,
        },
        ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
      });
      return { status: answer.statusCode, text: await answer.body.text() };
    } catch {
      return undefined;
    }
  }
}
