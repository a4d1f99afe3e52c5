export class Shares {
  readonly #inAll: number;
  readonly #each: number;
  readonly #held = new Map<string, number>();
  #total = 0;

  constructor({ inAll = Infinity, each = Infinity }: { readonly inAll?: number; readonly each?: number }) {
    this.#inAll = inAll;
    this.#each = each;
  }

  get total(): number {
    return this.#total;
  }

  take(holder: string, amount = 1): 'taken' | 'over its share' | 'over all' {
    const held = (this.#held.get(holder) ?? 0) + amount;
    if (held > this.#each) return 'over its share';
    if (this.#total + amount > this.#inAll) return 'over all';
    this.#held.set(holder, held);
    this.#total += amount;
    return 'taken';
  }

  give(holder: string, amount = 1): void {
    const left = (this.#held.get(holder) ?? 0) - amount;
    if (left > 0) this.#held.set(holder, left);
    // Callers choose holder names, so unused ones must not use memory.
    else this.#held.delete(holder);
    this.#total -= amount;
  }

  /** One, until it is disposed of. Undefined: refused. */
  hold(holder: string): Disposable | undefined {
    if (this.take(holder) !== 'taken') return undefined;
    return { [Symbol.dispose]: () => this.give(holder) };
  }
}
