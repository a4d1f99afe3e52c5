import assert from 'node:assert/strict';

/** The same calls at each place, which must answer as the model does. */
export class Everywhere<Place extends { readonly name: string }> {
  readonly places: readonly Place[];

  constructor(places: readonly Place[]) {
    this.places = places;
  }

  each<T>(work: (place: Place) => Promise<T>): Promise<T[]> {
    return Promise.all(this.places.map(work));
  }

  /** Every place answers this. */
  async answers<T>(expected: T, ask: (place: Place) => Promise<T>): Promise<string> {
    const answers = await this.each(ask);
    for (const [i, answer] of answers.entries()) assert.deepEqual(answer, expected, this.places[i]!.name);
    return typeof expected === 'string' ? expected : JSON.stringify(expected);
  }
}
