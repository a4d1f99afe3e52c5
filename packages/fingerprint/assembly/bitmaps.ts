/** 1 for each pixel in the mask with at least five positive pixels among the nine around it. `raw`: scratch, a byte per pixel. */
export function binarize(data: usize, raw: usize, mask: usize, out: usize, columns: i32, rows: i32): void {
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
  const first = i16x8.narrow_i32x4_s(positive(at), positive(at + 16));
  return i8x16.narrow_i16x8_s(first, i16x8.narrow_i32x4_s(positive(at + 32), positive(at + 48)));
}
