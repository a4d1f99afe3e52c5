type Limits<Of extends string> = Readonly<Record<Of, number>> & { readonly all?: number };
export type Holders<Of extends string> = Readonly<Partial<Record<Of, string>>>;

/** Of a resource of this process. `waiting` is the length of its queue. */
export interface Use {
  readonly used: number;
  readonly limit: number;
  readonly waiting?: number;
}

/** Limits what one session, client, merchant or address may hold at once. Each kind of holder has its own share, and `all` is the total. */
export class Shares<Of extends string> {
  readonly #limits: Limits<Of>;
  readonly #onRefused: (share: Of | 'all') => void;
  readonly #held: ReadonlyMap<string, Map<string, number>>;

  constructor(limits: Limits<Of>, onRefused: (share: NoInfer<Of> | 'all') => void = () => {}) {
    this.#limits = limits;
    this.#onRefused = onRefused;
    this.#held = new Map(['all', ...Object.keys(limits)].map((kind) => [kind, new Map()]));
  }

  get total(): number {
    return this.held('all', '');
  }

  held(kind: Of | 'all', holder: string): number {
    return this.#held.get(kind)?.get(holder) ?? 0;
  }

  /** Takes from the share of each holder, or from none. Returns the share that is used up, or undefined. */
  take(holders: Holders<Of>, amount = 1): Of | 'all' | undefined {
    for (const [kind, holder] of entriesOf(holders)) {
      if (this.held(kind, holder) + amount <= (this.#limits[kind] ?? Infinity)) continue;
      this.#onRefused(kind);
      return kind;
    }
    this.#change(holders, amount);
    return undefined;
  }

  give(holders: Holders<Of>, amount = 1): void {
    this.#change(holders, -amount);
  }

  /** One, until it is disposed of. Undefined: refused. */
  hold(holders: Holders<Of>): Disposable | undefined {
    if (this.take(holders) !== undefined) return undefined;
    return { [Symbol.dispose]: () => this.give(holders) };
  }

  #change(holders: Holders<Of>, amount: number): void {
    for (const [kind, holder] of entriesOf(holders)) {
      const held = this.held(kind, holder) + amount;
      if (held > 0) this.#held.get(kind)!.set(holder, held);
      // Callers choose holder names, so unused ones must not use memory.
      else this.#held.get(kind)!.delete(holder);
    }
  }
}

/** The total comes last: a holder above its own share gets that answer. */
const entriesOf = <Of extends string>(holders: Holders<Of>): [Of | 'all', string][] =>
  Object.entries({ ...holders, all: '' }) as [Of | 'all', string][];
