import { setTimeout as pause } from 'node:timers/promises';
import { PAGE_PATHS } from '@authly/contract/wire/page-addresses';
import { Agent } from 'undici';
import type { RunningProxy } from '../../deploy/test/running-proxy.ts';
import { callOrigin, parsed, type Answer, type Call, type Caller } from '../fixture/call.ts';
import type { Client } from '../fixture/merchants.ts';
import { cancel, create, fromPage, requestToken, result, sessionOf } from '../fixture/session-calls.ts';
import { until } from '../fixture/waiting.ts';

const WORKERS = 6;
const PAUSE_MS = 100;
const POLL_S = 10;

/** A merchant calls through a proxy: over open connections, and one worker over a new connection for each call. */
export class ProxyLoad implements Caller, AsyncDisposable {
  static readonly UNAVAILABLE = '503 application/json with Retry-After';
  readonly #origin: string;
  readonly #client: Client;
  readonly #open: Agent;
  readonly #closing: Agent;
  #token = '';
  #workers: Promise<void>[] = [];
  #stopped = false;
  served = 0;
  failures: string[] = [];

  private constructor({ port, ca }: RunningProxy, client: Client) {
    this.#origin = `https://localhost:${port}`;
    this.#client = client;
    const connect = { ca, family: 4 };
    this.#open = new Agent({ connect });
    this.#closing = new Agent({ connect, pipelining: 0 });
  }

  static async start(proxy: RunningProxy, client: Client): Promise<ProxyLoad> {
    const load = new ProxyLoad(proxy, client);
    load.#token = await until('a token', async () => {
      const answer = await load.call(requestToken(client));
      return answer?.status === 200 ? parsed<{ access_token: string }>(answer).access_token : undefined;
    });
    load.take();
    const overNew: Caller = { call: (call) => load.#noted(call, load.#closing) };
    load.#workers = [overNew, ...Array.from({ length: WORKERS }, () => load)].map((caller) => load.#work(caller));
    return load;
  }

  call(call: Call): Promise<Answer | undefined> {
    return this.#noted(call, this.#open);
  }

  take(): { readonly served: number; readonly failures: readonly string[] } {
    const { served, failures } = this;
    this.served = 0;
    this.failures = [];
    return { served, failures };
  }

  async openPagesFor(ms: number): Promise<{ readonly served: number; readonly failed: number }> {
    const counts = { served: 0, failed: 0 };
    const end = performance.now() + ms;
    while (performance.now() < end) {
      const page = await callOrigin(this.#origin, this.#closing, { method: 'GET', path: PAGE_PATHS.hosted });
      counts[page?.status === 200 ? 'served' : 'failed']++;
      await pause(PAUSE_MS);
    }
    return counts;
  }

  async untilServed(): Promise<void> {
    const { served } = this;
    await until('a served call', async () => this.served > served || undefined);
  }

  async #noted(call: Call, agent: Agent): Promise<Answer | undefined> {
    const answer = await callOrigin(this.#origin, agent, call);
    if (answer !== undefined && answer.status < 300) this.served++;
    else this.failures.push(described(answer));
    return answer;
  }

  /** The long poll ends with the cancel, which another process may take. */
  async #work(caller: Caller): Promise<void> {
    while (!this.#stopped) {
      await pause(PAUSE_MS);
      const key = crypto.randomUUID();
      const created = await caller.call(create(this.#client, this.#token, { key }));
      if (created?.status !== 201) continue;
      const session = sessionOf(key, created);
      if ((await caller.call(fromPage(session, 'hostedOpened')))?.status !== 200) continue;
      await Promise.all([
        caller.call(result(this.#token, session, POLL_S)),
        caller.call(cancel(this.#client, this.#token, session)),
      ]);
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#stopped = true;
    await Promise.all(this.#workers);
    await Promise.all([this.#open.destroy(), this.#closing.destroy()]);
  }
}

function described(answer: Answer | undefined): string {
  if (answer === undefined) return 'no answer';
  const type = String(answer.headers['content-type']).split(';', 1)[0];
  const retry = answer.headers['retry-after'] === undefined ? '' : ' with Retry-After';
  return `${answer.status} ${type}${retry}: ${answer.text.slice(0, 200)}`;
}
