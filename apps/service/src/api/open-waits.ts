import { Shares } from '../runtime/shares.ts';
import type { AddressGroups } from '../http/addresses.ts';
import { ApiError, unavailable } from '../http/api-error.ts';
import type { Capacity } from '../http/limits/capacity.ts';

interface Waiting {
  readonly id: string;
  readonly merchantId: string;
}

type Share = keyof Capacity['waits'];

const RETRY_AFTER = { 'Retry-After': '5' };
/** Full for everybody, not for one holder. */
const TOTALS: ReadonlySet<Share> = new Set(['all', 'polls']);

/** Open event streams and long polls. Each holds a connection. */
export class OpenWaits {
  readonly #shares: Shares<Exclude<Share, 'all'>>;

  constructor(limits: Capacity['waits'], onRefused?: (share: Share) => void) {
    this.#shares = new Shares(limits, onRefused);
  }

  get total(): number {
    return this.#shares.total;
  }

  get polls(): number {
    return this.#shares.held('polls', '');
  }

  /** 429 `rate_limited` above a share, 503 `unavailable` above a total. Returns a function that ends the wait; call it once. */
  begin(kind: 'streams' | 'app polls' | 'result polls', { id, merchantId }: Waiting, from: AddressGroups): () => void {
    const isPoll = kind !== 'streams';
    const holders = {
      session: `${isPoll ? 'poll' : 'stream'} ${id}`,
      ...(kind !== 'result polls' && { users: merchantId }),
      merchant: merchantId,
      ...from,
      ...(isPoll && { polls: '' }),
    };
    const full = this.#shares.take(holders);
    if (full !== undefined)
      throw TOTALS.has(full) ? unavailable('limit', RETRY_AFTER) : new ApiError('rate_limited', undefined, RETRY_AFTER);
    return () => this.#shares.give(holders);
  }
}
