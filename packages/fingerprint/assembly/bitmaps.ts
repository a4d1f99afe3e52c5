/** 1 for each pixel in the mask with at least five positive pixels among the nine around it. `raw`: scratch, a byte per pixel. */
export function binarise(data: usize, raw: usize, mask: usize, out: usize, columns: i32, rows: i32): void {
  const width = columns << 2;
  for (let i = 0, end = width * (rows << 2); i < end; i += 16)
    v128.store(raw + i, v128.and(i8x16.splat(1), sixteenPositive(data + (i << 2))));
  // The first and the last row of cells are outside every mask.
  for (let row = 4; row < (rows << 2) - 4; row++) {
    let cells = mask + (row >> 2) * columns;
    for (let x = 0; x < width; x += 16, cells += 4) {
      if (!load<u32>(cells)) continue;
      const at = row * width + x;
      const here = raw + at;
      const around = i8x16.add(i8x16.add(three(here - width), three(here)), three(here + width));
      const inside = i8x16.swizzle(v128.load32_zero(cells), i8x16(0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3));
      v128.store(out + at, v128.and(i8x16.ge_s(around, i8x16.splat(5)), inside));
    }
  }
}

function three(at: usize): v128 {
  return i8x16.add(i8x16.add(v128.load(at - 1), v128.load(at)), v128.load(at + 1));
}

function positive(at: usize): v128 {
  return f32x4.gt(v128.load(at), f32x4.splat(0));
}

function sixteenPositive(at: usize): v128 {
  return sixteen(positive(at), positive(at + 16), positive(at + 32), positive(at + 48));
}

/** Narrows four masks of 32-bit lanes to one mask of bytes. */
function sixteen(a: v128, b: v128, c: v128, d: v128): v128 {
  return i8x16.narrow_i16x8_s(i16x8.narrow_i32x4_s(a, b), i16x8.narrow_i32x4_s(c, d));
}

/** A byte per square of four pixels: 1 if both planes change their sign, 2 if only the first does, else 0. The last row is not written. */
export function signChanges(even: usize, odd: usize, out: usize, width: i32, height: i32): void {
  const below = width << 2;
  for (const end = out + width * (height - 1); out < end; out += 16, even += 64, odd += 64) {
    const kind = v128.bitselect(i8x16.splat(1), i8x16.splat(2), sixteenChanges(odd, below));
    v128.store(out, v128.and(sixteenChanges(even, below), kind));
  }
}

function sixteenChanges(at: usize, below: i32): v128 {
  return sixteen(changes(at, below), changes(at + 16, below), changes(at + 32, below), changes(at + 48, below));
}

/** True if some but not all of a square of four pixels are positive. */
function changes(at: usize, below: i32): v128 {
  const here = positive(at);
  const right = positive(at + 4);
  const under = positive(at + below);
  const beside = positive(at + below + 4);
  const any = v128.or(v128.or(here, right), v128.or(under, beside));
  return v128.andnot(any, v128.and(v128.and(here, right), v128.and(under, beside)));
}
