import { isObject, parseJson } from '../json.ts';
import { userAgent } from '../user-agent.ts';
import { whyNoAnswer } from '../why-no-answer.ts';
import { decodeBase64 } from './encoding.ts';

/** An Ed25519 public key as Web Crypto holds it. Projects without DOM types do not know the name `CryptoKey`. */
export type PublicKey = Awaited<ReturnType<typeof crypto.subtle.importKey>>;

const MAX_LIST_CHARS = 65_536;

/** Its message may be logged. */
export class KeyListError extends Error {
  override readonly name = 'KeyListError';
}

export async function fetchKeyList(
  url: string,
  fetchFn: typeof fetch,
  timeoutMs: number,
): Promise<Map<string, PublicKey>> {
  const { status, text } = await fetchText(url, fetchFn, timeoutMs);
  if (status !== 200) throw new KeyListError(`The key list answered ${status}.`);
  if (text.length > MAX_LIST_CHARS) throw new KeyListError('The key list is too large.');
  const list = parseJson(text);
  const keys = isObject(list) ? list['keys'] : undefined;
  if (!Array.isArray(keys)) throw new KeyListError('The key list is no JSON object with a keys array.');
  const imported = await Promise.all(keys.map(importEntry));
  return new Map(imported.filter((entry) => entry !== undefined));
}

async function fetchText(
  url: string,
  fetchFn: typeof fetch,
  timeoutMs: number,
): Promise<{ status: number; text: string }> {
  try {
    const response = await fetchFn(url, {
      headers: { ...userAgent(), accept: 'application/json' },
      // A redirect could serve other keys. Edge runtimes do not support 'error' here.
      redirect: 'manual',
      signal: AbortSignal.timeout(timeoutMs),
    });
    return { status: response.status, text: response.status === 200 ? await response.text() : '' };
  } catch (cause) {
    throw new KeyListError(whyNoAnswer(cause), { cause });
  }
}

async function importEntry(entry: unknown): Promise<[string, PublicKey] | undefined> {
  if (!isObject(entry)) return undefined;
  const { key_id, algorithm, public_key_base64, status } = entry;
  if (typeof key_id !== 'string' || typeof public_key_base64 !== 'string') return undefined;
  if (algorithm !== 'ed25519' || (status !== 'active' && status !== 'retiring')) return undefined;
  const spki = decodeBase64(public_key_base64);
  if (spki === undefined) return undefined;
  try {
    return [key_id, await crypto.subtle.importKey('spki', spki, { name: 'Ed25519' }, false, ['verify'])];
  } catch {
    return undefined;
  }
}
