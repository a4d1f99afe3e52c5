import { OPERATIONS } from '@authly/contract/operations';
import type { CliOptions } from './options.ts';
import { agentFor, sendRaw } from './send-raw.ts';

/** The id of the key that the service signs with now. Its private half stays with the service. */
export async function fetchPublishedKeyId(
  serviceUrl: string,
  { caFile, timeoutMs }: Pick<CliOptions, 'caFile' | 'timeoutMs'>,
): Promise<string> {
  const { method, path } = OPERATIONS.listSigningKeys;
  const agent = agentFor(serviceUrl, caFile);
  try {
    const call = { url: serviceUrl + path, method, headers: { accept: 'application/json' }, body: '' };
    const { json } = await sendRaw(call, { agent, timeoutMs });
    const { keys } = (json ?? {}) as { keys?: { key_id?: unknown; status?: unknown }[] };
    const active = Array.isArray(keys) ? keys.find(({ status }) => status === 'active') : undefined;
    if (typeof active?.key_id !== 'string' || active.key_id === '') throw new Error('it publishes no active key');
    return active.key_id;
  } catch (error) {
    throw new Error(`The key list at ${serviceUrl}${path} cannot be used: ${(error as Error).message}.`, {
      cause: error,
    });
  } finally {
    agent.destroy();
  }
}
