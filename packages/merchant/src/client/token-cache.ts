import type { TokenResponse } from '@authly/contract/operations/issue-token';
import type { Clock } from '../clock.ts';
import { aborted } from './authly-error.ts';

export interface TokenCache {
  get(signal?: AbortSignal): Promise<string>;
  discard(token: string): void;
}

interface CachedToken {
  readonly value: string;
  readonly renewFrom: number;
  readonly unusableFrom: number;
}

/** A token is renewed in the last tenth of its life, at most one minute before it expires. */
const EARLIEST_RENEWAL_MS = 60_000;
/** A token must not expire on its way to the service. */
const SAFETY_MS = 5_000;

/** All callers share one token and one request for it. */
export function createTokenCache(request: () => Promise<TokenResponse>, clock: Clock): TokenCache {
  let cached: CachedToken | undefined;
  let flight: Promise<CachedToken> | undefined;

  async function renew(): Promise<CachedToken> {
    try {
      const { access_token, expires_in } = await request();
      const lifetimeMs = expires_in * 1000;
      const expiresAt = clock.now() + lifetimeMs;
      cached = {
        value: access_token,
        renewFrom: expiresAt - Math.min(EARLIEST_RENEWAL_MS, lifetimeMs / 10),
        unusableFrom: expiresAt - Math.min(SAFETY_MS, lifetimeMs / 20),
      };
      return cached;
    } finally {
      flight = undefined;
    }
  }

  return {
    async get(signal) {
      const current = cached;
      if (current !== undefined && clock.now() < current.renewFrom) return current.value;
      flight ??= renew();
      if (current !== undefined && clock.now() < current.unusableFrom) {
        // The old token is still valid. If the renewal fails, the next caller tries again.
        flight.catch(() => undefined);
        return current.value;
      }
      return (await orAborted(flight, signal)).value;
    },
    discard(token) {
      if (cached?.value === token) cached = undefined;
    },
  };
}

/** An aborted caller stops waiting; the request goes on for the others. */
function orAborted<Value>(flight: Promise<Value>, signal: AbortSignal | undefined): Promise<Value> {
  if (signal === undefined) return flight;
  return new Promise((resolve, reject) => {
    const onAbort = () => reject(aborted(signal.reason));
    if (signal.aborted) onAbort();
    signal.addEventListener('abort', onAbort, { once: true });
    flight.then(resolve, reject).finally(() => signal.removeEventListener('abort', onAbort));
  });
}
