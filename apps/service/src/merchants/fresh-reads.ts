import type { Clock } from '../runtime/clock.ts';

const MAX_VALUES = 10_000;

interface FreshReadsOptions<Value> {
  readonly read: (key: string) => Promise<Value | undefined>;
  readonly clock: Clock;
  readonly freshMs: number;
  readonly maxValues?: number | undefined;
}

/** Reads each value at most once in `freshMs`. Unknown keys are not kept, so they use no memory. */
export class FreshReads<Value> {
  readonly #options: FreshReadsOptions<Value>;
  readonly #kept = new Map<string, { readonly value: Value; readonly readAt: number }>();
  readonly #reading = new Map<string, Promise<Value | undefined>>();

  constructor(options: FreshReadsOptions<Value>) {
    this.#options = options;
  }

  async find(key: string): Promise<Value | undefined> {
    return this.recent(key) ?? this.reread(key);
  }

  recent(key: string): Value | undefined {
    const kept = this.#kept.get(key);
    return kept && this.#options.clock.elapsed() - kept.readAt < this.#options.freshMs ? kept.value : undefined;
  }

  /** Concurrent calls share one read. */
  async reread(key: string): Promise<Value | undefined> {
    let reading = this.#reading.get(key);
    if (reading === undefined) {
      reading = this.#read(key).finally(() => this.#reading.delete(key));
      this.#reading.set(key, reading);
    }
    return reading;
  }

  async #read(key: string): Promise<Value | undefined> {
    const { read, clock, maxValues = MAX_VALUES } = this.#options;
    const readAt = clock.elapsed();
    const value = await read(key);
    this.#kept.delete(key);
    if (value === undefined) return undefined;
    if (this.#kept.size >= maxValues) this.#kept.delete(this.#kept.keys().next().value!);
    this.#kept.set(key, { value, readAt });
    return value;
  }
}
