/** So many wait for their signature at a time, at most. A power of two, for counts go round. */
export const PLACES = 64;
/** Longer than any token or signed string of ours. */
export const TEXT_BYTES = 2048;
const SIGNATURE_BYTES = 64;

/** The numbers at the beginning: how many texts were written, how many are signed, then the length of each place's text and its key. */
const WRITTEN = 0;
const SIGNED = 1;
const LENGTHS = 2;
const KEYS = LENGTHS + PLACES;
const NUMBERS_BYTES = 4 * (KEYS + PLACES);

export const placeOf = (count: number): number => count & (PLACES - 1);

/** Counts go beyond any number: they begin again below zero, in both threads. */
export const next = (count: number): number => (count + 1) | 0;

/** Memory that two threads see: a ring of texts, and their signatures. One writes what is to be signed, the other signs in the same order. */
export class SigningPlaces {
  static readonly BYTES = NUMBERS_BYTES + PLACES * (TEXT_BYTES + SIGNATURE_BYTES);
  readonly #numbers: Int32Array;
  readonly #texts: Buffer;
  readonly #signatures: Buffer;

  constructor(memory: SharedArrayBuffer) {
    this.#numbers = new Int32Array(memory, 0, KEYS + PLACES);
    this.#texts = Buffer.from(memory, NUMBERS_BYTES, PLACES * TEXT_BYTES);
    this.#signatures = Buffer.from(memory, NUMBERS_BYTES + PLACES * TEXT_BYTES);
  }

  writeText(count: number, text: Uint8Array, key: number): void {
    const place = placeOf(count);
    this.#texts.set(text, place * TEXT_BYTES);
    this.#numbers[LENGTHS + place] = text.length;
    this.#numbers[KEYS + place] = key;
  }

  readText(count: number): { readonly text: Uint8Array; readonly key: number } {
    const place = placeOf(count);
    const from = place * TEXT_BYTES;
    return {
      text: this.#texts.subarray(from, from + this.#numbers[LENGTHS + place]!),
      key: this.#numbers[KEYS + place]!,
    };
  }

  writeSignature(count: number, signature: Uint8Array): void {
    this.#signatures.set(signature, placeOf(count) * SIGNATURE_BYTES);
  }

  /** Nothing of it stays: a text and its signature together may be a token. */
  takeSignature(count: number): Buffer {
    const from = placeOf(count) * SIGNATURE_BYTES;
    const place = this.#signatures.subarray(from, from + SIGNATURE_BYTES);
    const signature = Buffer.from(place);
    place.fill(0);
    return signature;
  }

  tellWritten(count: number): void {
    Atomics.store(this.#numbers, WRITTEN, count);
    Atomics.notify(this.#numbers, WRITTEN);
  }

  tellSigned(count: number): void {
    Atomics.store(this.#numbers, SIGNED, count);
    Atomics.notify(this.#numbers, SIGNED);
  }

  /** Holds the thread until there are more than it has seen. */
  writtenBeyond(seen: number): number {
    Atomics.wait(this.#numbers, WRITTEN, seen);
    return Atomics.load(this.#numbers, WRITTEN);
  }

  get signed(): number {
    return Atomics.load(this.#numbers, SIGNED);
  }

  /** Settles once more are signed than were seen. */
  async signedBeyond(seen: number): Promise<void> {
    await Atomics.waitAsync(this.#numbers, SIGNED, seen).value;
  }
}
