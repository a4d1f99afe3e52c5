import { TemplateError } from './error.ts';

export class Reader {
  readonly #view: DataView;
  #offset = 0;
  #end: number;

  constructor(bytes: Uint8Array) {
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    this.#end = bytes.byteLength;
  }

  get remaining(): number {
    return this.#end - this.#offset;
  }

  endAt(offset: number): void {
    this.#end = Math.min(this.#end, offset);
  }

  uint8(): number {
    return this.#view.getUint8(this.#advance(1));
  }

  uint16(): number {
    return this.#view.getUint16(this.#advance(2));
  }

  bytes(count: number): Uint8Array {
    const start = this.#view.byteOffset + this.#advance(count);
    return new Uint8Array(this.#view.buffer, start, count);
  }

  #advance(count: number): number {
    if (count > this.remaining)
      throw new TemplateError('length', `the record ends ${count - this.remaining} bytes too early`);
    const start = this.#offset;
    this.#offset += count;
    return start;
  }
}
