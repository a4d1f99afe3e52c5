import { ImageFileError } from '../error.ts';

/** Lengths and distances: a base, and how many more bits follow the symbol (RFC 1951, 3.2.5). */
// biome-ignore format: one row a table
const LENGTH_BASE = [3, 4, 5, 6, 7, 8, 9, 10, 11, 13, 15, 17, 19, 23, 27, 31, 35, 43, 51, 59, 67, 83, 99, 115, 131, 163, 195, 227, 258];
// biome-ignore format: one row a table
const LENGTH_BITS = [0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3, 4, 4, 4, 4, 5, 5, 5, 5, 0];
// biome-ignore format: one row a table
const DISTANCE_BASE = [1, 2, 3, 4, 5, 7, 9, 13, 17, 25, 33, 49, 65, 97, 129, 193, 257, 385, 513, 769, 1025, 1537, 2049, 3073, 4097, 6145, 8193, 12_289, 16_385, 24_577];
// biome-ignore format: one row a table
const DISTANCE_BITS = [0, 0, 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7, 8, 8, 9, 9, 10, 10, 11, 11, 12, 12, 13, 13];
/** In which order the lengths of the codes for code lengths are written. */
const CODE_LENGTH_ORDER = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15];
const LONGEST = 15;
const END_OF_BLOCK = 256;

/** What zlib's data (RFC 1950) comes to, which must be `size` bytes: nothing else costs memory. */
export function inflate(data: Uint8Array, size: number): Uint8Array {
  if (data.length < 6 || (data[0]! & 15) !== 8 || (data[0]! * 256 + data[1]!) % 31 !== 0 || (data[1]! & 32) !== 0)
    throw damaged('It begins as no zlib data does.');
  const out = new Output(size);
  const bits = new Bits(data, 2);
  for (let isLast = false; !isLast; ) {
    isLast = bits.take(1) === 1;
    const kind = bits.take(2);
    if (kind === 0) bits.copyStored(out);
    else if (kind === 1) readSymbols(bits, out, FIXED.literals, FIXED.distances);
    else if (kind === 2) readSymbols(bits, out, ...ownTables(bits));
    else throw damaged('A block is of no known kind.');
  }
  return out.whole();
}

const damaged = (message: string): ImageFileError => new ImageFileError('damaged', message);

class Output {
  readonly #bytes: Uint8Array;
  #length = 0;

  constructor(size: number) {
    this.#bytes = new Uint8Array(size);
  }

  put(byte: number): void {
    if (this.#length >= this.#bytes.length) throw damaged('It comes to more than the image.');
    this.#bytes[this.#length++] = byte;
  }

  repeat(distance: number, length: number): void {
    if (distance > this.#length) throw damaged('It goes back to before its beginning.');
    for (let i = 0; i < length; i++) this.put(this.#bytes[this.#length - distance]!);
  }

  whole(): Uint8Array {
    if (this.#length !== this.#bytes.length) throw damaged('It comes to less than the image.');
    return this.#bytes;
  }
}

/** The lowest bit of a byte first. */
class Bits {
  readonly #data: Uint8Array;
  #next: number;
  #held = 0;
  #count = 0;

  constructor(data: Uint8Array, start: number) {
    this.#data = data;
    this.#next = start;
  }

  take(count: number): number {
    while (this.#count < count) {
      this.#held |= this.#byte() << this.#count;
      this.#count += 8;
    }
    const value = this.#held & ((1 << count) - 1);
    this.#held >>>= count;
    this.#count -= count;
    return value;
  }

  symbol({ counts, symbols }: Codes): number {
    let code = 0;
    let first = 0;
    let place = 0;
    for (let length = 1; length <= LONGEST; length++) {
      code |= this.take(1);
      const count = counts[length]!;
      if (code - first < count) return symbols[place + code - first]!;
      place += count;
      first = (first + count) * 2;
      code *= 2;
    }
    throw damaged('It has a code that stands for nothing.');
  }

  copyStored(out: Output): void {
    this.#held = 0;
    this.#count = 0;
    const length = this.#byte() + this.#byte() * 256;
    if (length + this.#byte() + this.#byte() * 256 !== 65_535) throw damaged('A stored block contradicts its length.');
    for (let i = 0; i < length; i++) out.put(this.#byte());
  }

  #byte(): number {
    const byte = this.#data[this.#next++];
    if (byte === undefined) throw new ImageFileError('length', 'The image’s data ends too early.');
    return byte;
  }
}

/** How many codes there are of each length, and their symbols in order. */
interface Codes {
  readonly counts: Uint16Array;
  readonly symbols: Uint16Array;
}

function codesOf(lengths: ArrayLike<number>): Codes {
  const counts = new Uint16Array(LONGEST + 1);
  for (let i = 0; i < lengths.length; i++) counts[lengths[i]!]!++;
  counts[0] = 0;
  const places = new Uint16Array(LONGEST + 2);
  let free = 1;
  for (let length = 1; length <= LONGEST; length++) {
    free = free * 2 - counts[length]!;
    if (free < 0) throw damaged('It has more codes than there are.');
    places[length + 1] = places[length]! + counts[length]!;
  }
  const symbols = new Uint16Array(lengths.length);
  for (let i = 0; i < lengths.length; i++) if (lengths[i]! > 0) symbols[places[lengths[i]!]!++] = i;
  return { counts, symbols };
}

const FIXED = {
  literals: codesOf(Array.from({ length: 288 }, (_, i) => (i < 144 ? 8 : i < 256 ? 9 : i < 280 ? 7 : 8))),
  distances: codesOf(Array.from({ length: 30 }, () => 5)),
};

/** The tables of a block that brings its own. */
function ownTables(bits: Bits): [Codes, Codes] {
  const literals = bits.take(5) + 257;
  const distances = bits.take(5) + 1;
  const written = bits.take(4) + 4;
  const ofLengths = new Uint8Array(CODE_LENGTH_ORDER.length);
  for (let i = 0; i < written; i++) ofLengths[CODE_LENGTH_ORDER[i]!] = bits.take(3);
  const lengths = readLengths(bits, codesOf(ofLengths), literals + distances);
  return [codesOf(lengths.subarray(0, literals)), codesOf(lengths.subarray(literals))];
}

function readLengths(bits: Bits, codes: Codes, total: number): Uint8Array {
  const lengths = new Uint8Array(total);
  for (let i = 0; i < total; ) {
    const symbol = bits.symbol(codes);
    if (symbol < 16) {
      lengths[i++] = symbol;
      continue;
    }
    if (symbol === 16 && i === 0) throw damaged('It repeats what is not there.');
    const value = symbol === 16 ? lengths[i - 1]! : 0;
    const times = symbol === 16 ? 3 + bits.take(2) : symbol === 17 ? 3 + bits.take(3) : 11 + bits.take(7);
    if (i + times > total) throw damaged('It has more lengths of codes than codes.');
    lengths.fill(value, i, i + times);
    i += times;
  }
  return lengths;
}

function readSymbols(bits: Bits, out: Output, literals: Codes, distances: Codes): void {
  for (;;) {
    const symbol = bits.symbol(literals);
    if (symbol === END_OF_BLOCK) return;
    if (symbol < END_OF_BLOCK) {
      out.put(symbol);
      continue;
    }
    const length = LENGTH_BASE[symbol - 257];
    if (length === undefined) throw damaged('It has a length that stands for nothing.');
    const more = bits.take(LENGTH_BITS[symbol - 257]!);
    const far = bits.symbol(distances);
    const distance = DISTANCE_BASE[far];
    if (distance === undefined) throw damaged('It has a distance that stands for nothing.');
    out.repeat(distance + bits.take(DISTANCE_BITS[far]!), length + more);
  }
}
