import { LIMITS } from '@authly/contract/limits';
import { addressGroup } from '../addresses.ts';
import { ApiError } from '../api-error.ts';
import type { Capacity } from './capacity.ts';
import { Shares } from '../../config/shares.ts';

export interface Waiter {
  readonly sessionId: string;
  /** Whose token it shows. A page or an app shows its session's. */
  readonly clientId?: string;
  readonly address: string;
}

/** Seconds after which a refused one may try again. */
const RETRY_AFTER = { 'Retry-After': '5' };

/** Those who wait for a session to change: event streams of pages, long polls of merchants and apps. Each holds a connection. */
export class OpenWaits {
  readonly #ofSession = {
    streams: new Shares({ each: LIMITS.streamsPerSession }),
    polls: new Shares({ each: LIMITS.pollsPerSession }),
  };
  readonly #ofClient: Shares;
  readonly #ofAddress: Shares;

  constructor({
    waits,
    waitsPerClient,
    waitsPerAddress,
  }: Pick<Capacity, 'waits' | 'waitsPerClient' | 'waitsPerAddress'>) {
    this.#ofClient = new Shares({ each: waitsPerClient });
    this.#ofAddress = new Shares({ each: waitsPerAddress, inAll: waits });
  }

  get total(): number {
    return this.#ofAddress.total;
  }

  /** 429 `rate_limited` to who has too many open, 503 `unavailable` where all together have; else it counts until what is returned is called, once. */
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
