import { LIMITS } from '@authly/contract/limits';
import { addressGroup } from '../addresses.ts';
import { ApiError } from '../api-error.ts';
import type { Capacity } from './capacity.ts';
import { Shares } from '../../config/shares.ts';

export interface Waiter {
  readonly sessionId: string;
  /** Set for access tokens. Pages and apps use a token of the session. */
  readonly clientId?: string;
  readonly address: string;
}

const RETRY_AFTER = { 'Retry-After': '5' };

/** Open event streams and long polls. Each holds a connection. */
export class OpenWaits {
  readonly #ofSession = {
    streams: new Shares({ each: LIMITS.streamsPerSession }),
    polls: new Shares({ each: LIMITS.pollsPerSession }),
  };
  readonly #ofClient: Shares;
  readonly #ofAddress: Shares;

  constructor(capacity: Pick<Capacity, 'waits' | 'waitsPerClient' | 'waitsPerAddress'>) {
    this.#ofClient = new Shares({ each: capacity.waitsPerClient });
    this.#ofAddress = new Shares({ each: capacity.waitsPerAddress, inAll: capacity.waits });
  }

  get total(): number {
    return this.#ofAddress.total;
  }

  /** 429 `rate_limited` above a share, 503 `unavailable` above the total. Returns a function that ends the wait; call it once. */
  begin(kind: 'streams' | 'polls', { sessionId, clientId, address }: Waiter): () => void {
    const taken: (readonly [Shares, string])[] = [];
    const giveBack = (): void => taken.forEach(([shares, holder]) => shares.give(holder));
    for (const [shares, holder] of [
      [this.#ofSession[kind], sessionId],
      ...(clientId === undefined ? [] : [[this.#ofClient, clientId] as const]),
      [this.#ofAddress, addressGroup(address)],
    ] as const) {
      const answer = shares.take(holder);
      if (answer !== 'taken') {
        giveBack();
        throw new ApiError(answer === 'over all' ? 'unavailable' : 'rate_limited', undefined, RETRY_AFTER);
      }
      taken.push([shares, holder]);
    }
    return giveBack;
  }
}
