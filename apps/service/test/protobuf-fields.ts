/** The fields of one protobuf message, by number. */
export class Fields {
  readonly #values: ReadonlyMap<number, readonly (Buffer | number)[]>;

  constructor(values: ReadonlyMap<number, readonly (Buffer | number)[]>) {
    this.#values = values;
  }

  has(field: number): boolean {
    return this.#values.has(field);
  }

  number(field: number): number {
    return Number(this.#values.get(field)?.at(-1) ?? 0);
  }

  bytes(field: number): Buffer {
    return (this.#values.get(field)?.at(-1) ?? Buffer.alloc(0)) as Buffer;
  }

  messages(field: number): Fields[] {
    return (this.#values.get(field) ?? []).map((value) => fieldsOf(value as Buffer));
  }
}

/** Varints and length-delimited fields; fixed-width numbers are skipped. */
export function fieldsOf(message: Buffer): Fields {
  const values = new Map<number, (Buffer | number)[]>();
  let at = 0;
  const varint = (): number => {
    let value = 0;
    for (let factor = 1; ; factor *= 128) {
      const byte = message[at++]!;
      value += (byte & 127) * factor;
      if (byte < 128) return value;
    }
  };
  const take = (length: number): Buffer => message.subarray(at, (at += length));
  const readers: Record<number, () => Buffer | number> = {
    0: varint,
    1: () => take(8),
    2: () => take(varint()),
    5: () => take(4),
  };
  while (at < message.length) {
    const tag = varint();
    const value = readers[tag & 7]!();
    values.set(tag >> 3, [...(values.get(tag >> 3) ?? []), value]);
  }
  return new Fields(values);
}
