/** For whom a piece of work is done. */
export interface CaptureOwner {
  readonly merchantId: string;
  readonly merchantUserRef: string;
}

/** How much is in flight: in all, of a merchant, of a user. */
export class InFlight {
  readonly #merchants = new Map<string, number>();
  readonly #users = new Map<string, number>();
  total = 0;

  add(owner: CaptureOwner, change: 1 | -1): void {
    this.total += change;
    addTo(this.#merchants, owner.merchantId, change);
    addTo(this.#users, userKey(owner), change);
  }

  ofMerchant(merchantId: string): number {
    return this.#merchants.get(merchantId) ?? 0;
  }

  ofUser(owner: CaptureOwner): number {
    return this.#users.get(userKey(owner)) ?? 0;
  }
}

const userKey = ({ merchantId, merchantUserRef }: CaptureOwner): string =>
  JSON.stringify([merchantId, merchantUserRef]);

/** What comes to nothing is forgotten. */
export function addTo(counts: Map<string, number>, key: string, change: number): void {
  const count = (counts.get(key) ?? 0) + change;
  if (count === 0) counts.delete(key);
  else counts.set(key, count);
}
