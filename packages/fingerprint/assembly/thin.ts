// Bitmaps: rows of 64-bit words, with a word of zeros on each side and a row of zeros above and below.

/** Ridges → lines one pixel wide (Zhang and Suen), 64 pixels at a time. `bits`: scratch for four bitmaps, all zero. */
export function thin(ridges: usize, out: usize, bits: usize, width: i32, height: i32): void {
  const words = (width + 63) >> 6;
  const below = (words + 2) << 3;
  const size = below * (height + 2);
  let here = bits;
  const between = bits + size;
  let after = bits + 2 * size;
  const active = bits + 3 * size;
  pack(ridges, here, words, width, height);
  edges(here, active, below, size);
  for (;;) {
    pass(here, between, 0, words, height);
    pass(between, after, active, words, height);
    if (!difference(here, after, between, size)) break;
    grown(between, active, below, size);
    const swapped = here;
    here = after;
    after = swapped;
  }
  unpack(here, out, words, width, height);
}

/** The left neighbor of each pixel of the word. */
function west(at: usize): u64 {
  return (load<u64>(at) << 1) | (load<u64>(at - 8) >> 63);
}

/** The right neighbor of each pixel of the word. */
function east(at: usize): u64 {
  return (load<u64>(at) >> 1) | (load<u64>(at + 8) << 63);
}

/** The second pass visits only the `active` pixels. */
function pass(from: usize, to: usize, active: usize, words: i32, rows: i32): void {
  const below = (words + 2) << 3;
  for (let row = 1; row <= rows; row++) {
    for (let word = 1; word <= words; word++) {
      const at = row * below + (word << 3);
      const here = load<u64>(from + at);
      store<u64>(
        to + at,
        here ? here ^ (removable(from + at, below, active != 0) & here & (active ? load<u64>(active + at) : ~0)) : 0,
      );
    }
  }
}

/** The pixels of the word that may be removed, by their neighbors. */
function removable(at: usize, below: i32, isSecond: bool): u64 {
  const up = at - below;
  const down = at + below;
  const n = load<u64>(up);
  const ne = east(up);
  const e = east(at);
  const se = east(down);
  const s = load<u64>(down);
  const sw = west(down);
  const w = west(at);
  const nw = west(up);
  // Around the pixel, exactly one step from valley onto ridge. Two steps in a row are never both such steps.
  const first = (~n & ne) | (~ne & e);
  const second = (~e & se) | (~se & s);
  const third = (~s & sw) | (~sw & w);
  const fourth = (~w & nw) | (~nw & n);
  const one = first | second | third | fourth;
  const more = (first & second) | (third & fourth) | ((first | second) & (third | fourth));
  // The ridge pixels around are then one run, which must have two to six pixels.
  const two = (n & ne) | (ne & e) | (e & se) | (se & s) | (s & sw) | (sw & w) | (w & nw) | (nw & n);
  const seven = (n | ne) & (ne | e) & (e | se) & (se | s) & (s | sw) & (sw | w) & (w | nw) & (nw | n);
  const held = isSecond ? n & w & (e | s) : e & s & (n | w);
  return one & two & ~(more | seven | held);
}

/** The pixels with a valley above, below, left or right. */
function edges(from: usize, to: usize, below: i32, size: i32): void {
  for (let at = below + 8; at < size - below - 8; at += 8) {
    const here = from + at;
    const inner = west(here) & east(here) & load<u64>(here - below) & load<u64>(here + below);
    store<u64>(to + at, load<u64>(here) & ~inner);
  }
}

/** Writes the pixels that differ. Returns 0 if none does. */
function difference(one: usize, other: usize, to: usize, size: i32): u64 {
  let all: u64 = 0;
  for (let at = 0; at < size; at += 8) {
    const here = load<u64>(one + at) ^ load<u64>(other + at);
    store<u64>(to + at, here);
    all |= here;
  }
  return all;
}

function grown(from: usize, to: usize, below: i32, size: i32): void {
  for (let at = below + 8; at < size - below - 8; at += 8) {
    const here = from + at;
    store<u64>(to + at, wide(here) | wide(here - below) | wide(here + below));
  }
}

function wide(at: usize): u64 {
  return load<u64>(at) | west(at) | east(at);
}

/** Bytes of 0 or 1 → bits. The last word is masked, because its bytes continue into the next row. */
function pack(bytes: usize, bits: usize, words: i32, width: i32, rows: i32): void {
  const last = u64(-1) >> ((64 - width) & 63);
  for (let row = 0; row < rows; row++, bytes += width) {
    bits += (words + 2) << 3;
    for (let word = 0; word < words; word++) {
      const at = bytes + (word << 6);
      const four = packed(at) | (packed(at + 16) << 16) | (packed(at + 32) << 32) | (packed(at + 48) << 48);
      store<u64>(bits + ((word + 1) << 3), word == words - 1 ? four & last : four);
    }
  }
}

function packed(at: usize): u64 {
  return u64(i8x16.bitmask(i8x16.shl(v128.load(at), 7)));
}

/** Bits → bytes. `out` must be zero. */
function unpack(bits: usize, out: usize, words: i32, width: i32, rows: i32): void {
  for (let row = 0; row < rows; row++, out += width) {
    bits += (words + 2) << 3;
    for (let word = 0; word < words; word++)
      for (let left = load<u64>(bits + ((word + 1) << 3)); left; left &= left - 1)
        store<u8>(out + (word << 6) + i32(ctz(left)), 1);
  }
}
