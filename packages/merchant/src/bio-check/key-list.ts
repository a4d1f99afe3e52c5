import { OPERATIONS } from '@authly/contract/operation-table';
import type { SigningKey } from '@authly/contract/operations/list-signing-keys';
import { type Clock, systemClock } from '../clock.ts';
import { errorAnswer } from '../testing/create-fake-service.ts';
import { listen } from '../testing/listen.ts';
import type { CliOptions } from './options.ts';
import { agentFor, sendRaw } from './send-raw.ts';

const { method: METHOD, path: PATH } = OPERATIONS.listSigningKeys;

export class KeyList {
  keys: readonly SigningKey[] = [];
  /** Fields next to `keys`. */
  more: object = {};
  fault: 'unavailable' | 'page' | undefined;
  /** Answers wait for it. */
  held: Promise<unknown> | undefined;
  fetches = 0;
  fetchedAt = -Infinity;
  readonly #clock: Clock;
  /** The merchant's server must use this as the service's base URL. */
  baseUrl = '';
  close = async (): Promise<void> => undefined;

  constructor(clock: Clock = systemClock) {
    this.#clock = clock;
  }

  get url(): string {
    return this.baseUrl + PATH;
  }

  async listen(at: { host?: string; port?: number } = {}): Promise<void> {
    ({ baseUrl: this.baseUrl, close: this.close } = await listen((request) => this.#answer(request), at));
  }

  async #answer({ method, url }: Request): Promise<Response> {
    if (method !== METHOD || new URL(url).pathname !== PATH) return errorAnswer('not_found');
    this.fetches++;
    await this.held;
    this.fetchedAt = this.#clock.now();
    if (this.fault === 'unavailable') return errorAnswer('unavailable');
    if (this.fault === 'page') return new Response('<!doctype html>', { headers: { 'content-type': 'text/html' } });
    return Response.json({ keys: this.keys, ...this.more }, { headers: { 'cache-control': 'no-store' } });
  }
}

export async function fetchPublishedKeyId(
  serviceUrl: string,
  { caFile, timeoutMs }: Pick<CliOptions, 'caFile' | 'timeoutMs'>,
): Promise<string> {
  const agent = agentFor(serviceUrl, caFile);
  try {
    const call = { url: serviceUrl + PATH, method: METHOD, headers: { accept: 'application/json' }, body: '' };
    const { json } = await sendRaw(call, { agent, timeoutMs });
    const { keys } = (json ?? {}) as { keys?: { key_id?: unknown; status?: unknown }[] };
    const active = Array.isArray(keys) ? keys.find(({ status }) => status === 'active') : undefined;
    if (typeof active?.key_id !== 'string' || active.key_id === '') throw new Error('it publishes no active key');
    return active.key_id;
  } catch (error) {
    throw new Error(`The key list at ${serviceUrl}${PATH} cannot be used: ${(error as Error).message}.`, {
      cause: error,
    });
  } finally {
    agent.destroy();
  }
}
