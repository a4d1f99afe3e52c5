import { setTimeout } from 'node:timers/promises';
import { OPERATIONS } from '@authly/contract/operations';
import type { SigningKey } from '@authly/contract/operations/list-signing-keys';
import { errorAnswer } from '../testing/create-fake-service.ts';
import { listen } from '../testing/listen.ts';
import type { CliOptions } from './options.ts';
import { agentFor, sendRaw } from './send-raw.ts';

const { method: METHOD, path: PATH } = OPERATIONS.listSigningKeys;

export class KeyList {
  keys: readonly SigningKey[] = [];
  down = false;
  delayMs = 0;
  fetches = 0;
  /** The merchant's server must use this as the service's base URL. */
  baseUrl = '';
  close = async (): Promise<void> => undefined;

  get url(): string {
    return this.baseUrl + PATH;
  }

  async listen(at: { host?: string; port?: number } = {}): Promise<void> {
    ({ baseUrl: this.baseUrl, close: this.close } = await listen((request) => this.#answer(request), at));
  }

  async #answer({ method, url }: Request): Promise<Response> {
    if (method !== METHOD || new URL(url).pathname !== PATH) return errorAnswer('not_found');
    this.fetches++;
    if (this.delayMs > 0) await setTimeout(this.delayMs);
    if (this.down) return errorAnswer('unavailable');
    return Response.json({ keys: this.keys }, { headers: { 'cache-control': 'no-store' } });
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
