import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Agent, request } from 'undici';
import { startSandbox, type Sandbox } from '../../apps/sandbox/src/start.ts';
import { sandboxSettings } from '../free-port.ts';
import { FrontDoor } from '../journeys/front-door.ts';

/** The whole sandbox as `npm start` runs it, behind a connection that can be lost. */
export class DoorSandbox {
  readonly sandbox: Sandbox;
  readonly #env: Record<string, string>;
  readonly #door: FrontDoor;
  readonly #agent: Agent;

  private constructor(sandbox: Sandbox, env: Record<string, string>, door: FrontDoor) {
    this.sandbox = sandbox;
    this.#env = env;
    this.#door = door;
    this.#agent = new Agent({ connect: { ca: readFileSync(sandbox.facts.ca_file, 'utf8') } });
  }

  static async start(): Promise<DoorSandbox> {
    const door = await FrontDoor.open();
    const settings = await sandboxSettings(mkdtempSync(join(tmpdir(), 'authly-engines-')));
    const env = { ...settings, AUTHLY_BASE_URL: `https://localhost:${door.port}` };
    const sandbox = new DoorSandbox(await startSandbox(env), env, door);
    sandbox.connect();
    return sandbox;
  }

  connect(): void {
    this.#door.leadTo(Number(this.#env['AUTHLY_PORT']));
  }

  disconnect(): void {
    this.#door.leadTo(undefined);
  }

  /** Calls the service directly, because the browser's connection is cut. */
  async cancel(hostedToken: string): Promise<void> {
    const { statusCode, body } = await request(`https://localhost:${this.#env['AUTHLY_PORT']}/hosted/v1/cancel`, {
      method: 'POST',
      dispatcher: this.#agent,
      headers: { authorization: `Bearer ${hostedToken}`, 'content-type': 'application/json' },
      body: '{}',
    });
    if (statusCode !== 200) throw new Error(`the cancel was answered ${statusCode} ${await body.text()}`);
  }

  async close(): Promise<void> {
    await this.#agent.close();
    await this.sandbox.close();
    rmSync(this.#env['AUTHLY_DATA_DIR']!, { recursive: true, force: true });
  }
}
