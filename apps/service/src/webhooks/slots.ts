const IN_ALL = 64;
const PER_MERCHANT = 4;
/** A failing endpoint usually holds its slot until the deadline. So it gets one slot, and all failing endpoints share half. */
const FAILING_IN_ALL = IN_ALL / 2;

interface Use {
  running: number;
  isFailing: boolean;
}

/** A slow or failing merchant uses only its own share, which is one slot when half of all are taken. */
export class Slots {
  readonly #merchants = new Map<string, Use>();
  #taken = 0;
  #takenByFailing = 0;

  get free(): number {
    return IN_ALL - this.#taken;
  }

  /** Excludes merchants that have used their share, and failing ones if those have used theirs. */
  wanted(): { limit: number; exceptMerchants: string[]; failingToo: boolean } {
    const isHalfTaken = this.#taken >= IN_ALL / 2;
    const hasItsShare = ({ running, isFailing }: Use): boolean =>
      running >= (isFailing || isHalfTaken ? 1 : PER_MERCHANT);
    const exceptMerchants = [...this.#merchants].filter(([, use]) => hasItsShare(use)).map(([id]) => id);
    const forFailing = FAILING_IN_ALL - this.#takenByFailing;
    return forFailing > 0
      ? { limit: Math.min(this.free, forFailing), exceptMerchants, failingToo: true }
      : { limit: this.free, exceptMerchants, failingToo: false };
  }

  /** Returns a function that frees the slot. */
  take(merchantId: string, isFailing: boolean): () => void {
    const use = this.#merchants.get(merchantId) ?? { running: 0, isFailing };
    use.running++;
    use.isFailing = isFailing;
    this.#merchants.set(merchantId, use);
    this.#taken++;
    if (isFailing) this.#takenByFailing++;
    return () => {
      this.#taken--;
      if (isFailing) this.#takenByFailing--;
      if (--use.running === 0) this.#merchants.delete(merchantId);
    };
  }
}
