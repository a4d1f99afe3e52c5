/** One megabyte in chunks of 256 bytes. A short chunk costs as much as a long one. */
const MAX_CHUNKS = 4096;
const LEAST_BYTES = 4096;

export type BodyFault = 'too long' | 'too many chunks';

/** Copies chunks into one buffer, so that small chunks cost no extra memory. */
export class BoundedBuffer {
  readonly #maxBytes: number;
  readonly #beforeGrowth: (bytes: number) => void;
  #kept: Buffer = Buffer.alloc(0);
  #length = 0;
  #chunks = 0;

  constructor(maxBytes: number, beforeGrowth: (bytes: number) => void = () => {}) {
    this.#maxBytes = maxBytes;
    this.#beforeGrowth = beforeGrowth;
  }

  get bytes(): Uint8Array {
    return this.#kept.subarray(0, this.#length);
  }

  /** Counts a chunk that is not kept. */
  count(chunk: Uint8Array): BodyFault | undefined {
    if (this.#length + chunk.length > this.#maxBytes) return 'too long';
    if (++this.#chunks > MAX_CHUNKS) return 'too many chunks';
    this.#length += chunk.length;
    return undefined;
  }

  /** Overwrites the chunk, which may contain features or a secret. */
  add(chunk: Uint8Array): BodyFault | undefined {
    try {
      const at = this.#length;
      const fault = this.count(chunk);
      if (fault === undefined) this.#keep(chunk, at);
      return fault;
    } finally {
      chunk.fill(0);
    }
  }

  wipe(): void {
    this.#kept.fill(0);
  }

  #keep(chunk: Uint8Array, at: number): void {
    if (this.#length > this.#kept.length) this.#grow(Math.max(this.#length, LEAST_BYTES, 2 * this.#kept.length));
    this.#kept.set(chunk, at);
  }

  #grow(wanted: number): void {
    const bytes = Math.min(wanted, this.#maxBytes);
    this.#beforeGrowth(bytes);
    const grown = Buffer.allocUnsafeSlow(bytes);
    this.#kept.copy(grown);
    this.wipe();
    this.#kept = grown;
  }
}
