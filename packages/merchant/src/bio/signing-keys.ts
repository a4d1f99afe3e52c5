import { BIO_LIMITS } from '@authly/contract/wire/limits';
import { OPERATIONS } from '@authly/contract/operation-table';
import { serviceBaseUrl } from '../base-url.ts';
import { type Clock, systemClock } from '../clock.ts';
import { requireSettings } from '../missing-settings.ts';
import { fetchKeyList, type PublicKey } from './fetch-key-list.ts';

/** Finds the service's public keys. */
export interface SigningKeys {
  /** The key with this id, or undefined if the service publishes none. Rejects if the list cannot be fetched. */
  find(keyId: string): Promise<PublicKey | undefined>;
}

/** Options of `createSigningKeys`. */
export interface SigningKeysOptions {
  /** The service's `{base_url}`. */
  readonly baseUrl: string;
  /** Fetches the list. Default: the runtime's `fetch`. */
  readonly fetch?: typeof fetch | undefined;
  /** The time, for tests. Default: the system clock. */
  readonly clock?: Clock | undefined;
  /** Minimum milliseconds between two fetches for unknown key ids, against forged requests. Default and maximum: 5,000. */
  readonly cooldownMs?: number | undefined;
  /** How long a list is cached, in milliseconds. Default and maximum: 5 minutes, for emergency rotations. */
  readonly maxAgeMs?: number | undefined;
  /** Timeout of one fetch, in milliseconds. The service gives the whole call 5,000. Default: 3,000. */
  readonly timeoutMs?: number | undefined;
  /** Allows plain HTTP for a host other than loopback. Default: false. */
  readonly allowInsecureHttp?: boolean | undefined;
}

/** Calls wait for the next fetch: the service repeats a failed call at once, and that one must not fail for the same reason. */
const COOLDOWN_AFTER_FAILURE_MS = 1_000;

interface FetchedList {
  readonly keys: ReadonlyMap<string, PublicKey>;
  readonly fetchedAt: number;
}

/** Caches the published list. Each fetch replaces it, so that a removed key is no longer trusted. */
export function createSigningKeys(options: SigningKeysOptions): SigningKeys {
  const { clock = systemClock, timeoutMs = 3_000 } = options;
  const cooldownMs = Math.min(options.cooldownMs ?? BIO_LIMITS.keyListCooldownMs, BIO_LIMITS.keyListCooldownMs);
  const maxAgeMs = Math.min(options.maxAgeMs ?? BIO_LIMITS.keyListMaxAgeMs, BIO_LIMITS.keyListMaxAgeMs);
  requireSettings('createSigningKeys', { baseUrl: options.baseUrl });
  const baseUrl = serviceBaseUrl(options.baseUrl, options);

  let list: FetchedList | undefined;
  let failedAt = -Infinity;
  let flight: Promise<FetchedList> | undefined;
  /** The last fetch for an unknown id. Fetches of an old list do not count, because a rotation may follow at once. */
  let unknownAt = -Infinity;

  async function fetchOnce(): Promise<FetchedList> {
    try {
      const afterFailureMs = Math.min(COOLDOWN_AFTER_FAILURE_MS, cooldownMs);
      if (isWithin(afterFailureMs, failedAt)) await clock.sleep(failedAt + afterFailureMs - clock.now());
      const keys = await fetchKeyList(baseUrl + OPERATIONS.listSigningKeys.path, options.fetch ?? fetch, timeoutMs);
      list = { keys, fetchedAt: clock.now() };
      return list;
    } catch (error) {
      failedAt = clock.now();
      throw error;
    } finally {
      flight = undefined;
    }
  }

  /** A time in the future means that the clock was set back. */
  const isWithin = (ms: number, since: number): boolean => since <= clock.now() && clock.now() - since < ms;

  const refresh = (): Promise<FetchedList> => (flight ??= fetchOnce());

  return {
    async find(keyId) {
      const fresh = list !== undefined && isWithin(maxAgeMs, list.fetchedAt) ? list : undefined;
      const known = fresh?.keys.get(keyId);
      if (known !== undefined) return known;
      const coolingDown = fresh !== undefined && isWithin(cooldownMs, unknownAt);
      if (coolingDown && flight === undefined) return undefined;
      const found = (await refresh()).keys.get(keyId);
      if (fresh !== undefined || found === undefined) unknownAt = clock.now();
      return found;
    },
  };
}
