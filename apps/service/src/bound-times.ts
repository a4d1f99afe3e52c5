import type { Histogram } from 'prom-client';

/** What prom-client keeps of one set of labels. */
interface Counted {
  readonly labels: object;
  readonly bucketValues: Record<number, number>;
  sum: number;
  count: number;
}

/** A histogram that looks a set of labels up once: with each observation that takes longer than what is counted. */
export class BoundTimes<Label extends string> {
  readonly #histogram: Histogram<Label>;
  readonly #counted: Record<string, Counted>;
  readonly #bounds: readonly number[];
  readonly #bound = new Map<string, Counted>();

  constructor(histogram: Histogram<Label>) {
    this.#histogram = histogram;
    const inside = histogram as unknown as { hashMap: Record<string, Counted>; upperBounds: readonly number[] };
    this.#counted = inside.hashMap;
    this.#bounds = inside.upperBounds;
  }

  /** `name` stands for the labels, and must be another one for each set of them. */
  observe(name: string, value: number, labels: () => Record<Label, string>): void {
    let counted = this.#bound.get(name);
    if (counted === undefined) this.#bound.set(name, (counted = this.#bind(labels())));
    counted.sum += value;
    counted.count++;
    const bucket = this.#bounds.find((bound) => value <= bound);
    if (bucket !== undefined) counted.bucketValues[bucket]!++;
  }

  #bind(labels: Record<Label, string>): Counted {
    this.#histogram.zero(labels);
    return Object.values(this.#counted).find((each) => each.labels === labels)!;
  }
}
