import { BIO_LIMITS } from '@authly/contract/limits';
import { OPERATIONS } from '@authly/contract/operations';
import { serviceBaseUrl } from '../base-url.ts';
import { type Clock, systemClock } from '../clock.ts';
import { requireSettings } from '../missing-settings.ts';
import { fetchKeyList, type PublicKey } from './fetch-key-list.ts';

/** Finds the service's public key by `X-Service-Key-Id`; undefined when the service publishes none with that id. */
export interface SigningKeys {
  /** The key with this id. Rejects while the list cannot be fetched. */
  find(keyId: string): Promise<PublicKey | undefined>;
}

/** Options of `createSigningKeys`. */
export interface SigningKeysOptions {
  /** The service's `{base_url}`. */
  readonly baseUrl: string;
  /** Fetches the list. Default: the runtime's own `fetch`. */
  readonly fetch?: typeof fetch;
  /** The time, for tests. Default: the system's. */
  readonly clock?: Clock;
  /** Milliseconds between two fetches for unknown key ids, so that forged requests cannot trigger fetches at will. Default and maximum: 5,000. */
  readonly cooldownMs?: number;
  /** How long a fetched list is believed, in milliseconds. Default, and the most: 5 minutes, or an emergency rotation would not take effect. */
  readonly maxAgeMs?: number;
  /** For one fetch, in milliseconds. The service gives the whole call 5,000. Default: 3,000. */
  readonly timeoutMs?: number;
  /** Allows plain HTTP for a host other than loopback. Default: false. */
  readonly allowInsecureHttp?: boolean;
}

/** A list that could not be fetched is worth asking for again soon: calls are being refused meanwhile. */
const COOLDOWN_AFTER_FAILURE_MS = 1_000;

interface FetchedList {
  readonly keys: ReadonlyMap<string, PublicKey>;
  readonly fetchedAt: number;
}

/** The published list, cached as a whole: each fetch replaces it, so a key that is no longer published is no longer trusted. */
export function createSigningKeys(options: SigningKeysOptions): SigningKeys {
  const { clock = systemClock, timeoutMs = 3_000 } = options;
  const cooldownMs = Math.min(options.cooldownMs ?? BIO_LIMITS.keyListCooldownMs, BIO_LIMITS.keyListCooldownMs);
  const maxAgeMs = Math.min(options.maxAgeMs ?? BIO_LIMITS.keyListMaxAgeMs, BIO_LIMITS.keyListMaxAgeMs);
  requireSettings('createSigningKeys', { baseUrl: options.baseUrl });
  const baseUrl = serviceBaseUrl(options.baseUrl, options);

  let list: FetchedList | undefined;
  let failure: { readonly error: unknown; readonly at: number } | undefined;
  let flight: Promise<FetchedList> | undefined;
  /** When an unknown id last made us fetch. A fetch because the list was old does not count: a switch may follow it at once. */
  let unknownAt = -Infinity;

  async function fetchOnce(): Promise<FetchedList> {
    try {
      const keys = await fetchKeyList(baseUrl + OPERATIONS.listSigningKeys.path, options.fetch ?? fetch, timeoutMs);
      list = { keys, fetchedAt: clock.now() };
      failure = undefined;
      return list;
    } catch (error) {
      failure = { error, at: clock.now() };
      throw error;
    } finally {
      flight = undefined;
    }
  }

  const refresh = (): Promise<FetchedList> => {
    if (flight !== undefined) return flight;
    if (failure !== undefined && clock.now() - failure.at < Math.min(COOLDOWN_AFTER_FAILURE_MS, cooldownMs))
      return Promise.reject(failure.error);
    flight = fetchOnce();
    return flight;
  };

  return {
    async find(keyId) {
      const fresh = list !== undefined && clock.now() - list.fetchedAt < maxAgeMs ? list : undefined;
      const known = fresh?.keys.get(keyId);
      if (known !== undefined) return known;
      const coolingDown = fresh !== undefined && clock.now() - unknownAt < cooldownMs;
      if (coolingDown && flight === undefined) return undefined;
      const found = (await refresh()).keys.get(keyId);
      if (fresh !== undefined || found === undefined) unknownAt = clock.now();
      return found;
    },
  };
}
