/**
 * Weighted sums over a line through each pixel of each cell of the mask. `offsets`: `stride` pixel offsets per orientation step. `weights`:
 * `stride` weights per wave, of which the first `taps` are used. `wave`: the wave of each cell, or 0 for the first.
 */
// biome-ignore format: the parameters of a kernel on one line
export function filterLines(image: usize, out: usize, mask: usize, step: usize, columns: i32, rows: i32, offsets: usize, stride: i32, weights: usize, taps: usize, wave: usize): void {
  const below = columns << 4;
  for (let row = 0, cell = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++, cell++) {
      if (!load<u8>(mask + cell)) continue;
      const kind = wave ? i32(load<u8>(wave + cell)) : 0;
      const count = load<i32>(taps + (kind << 2));
      const line = offsets + ((i32(load<u8>(step + cell)) * stride + ((stride - count) >> 1)) << 2);
      const start = ((row * below + (column << 2)) << 2);
      filterCell(image + start, out + start, below, line, weights + ((kind * stride) << 2), count);
    }
  }
}

/** All pixels of a cell have the same line: four rows of four pixels at once. */
function filterCell(image: usize, out: usize, below: i32, line: usize, weight: usize, count: i32): void {
  let a = f32x4.splat(0);
  let b = f32x4.splat(0);
  let c = f32x4.splat(0);
  let d = f32x4.splat(0);
  for (const end = line + (count << 2); line < end; line += 4, weight += 4) {
    let at = image + (load<i32>(line) << 2);
    const w = v128.load32_splat(weight);
    a = f32x4.add(a, f32x4.mul(w, v128.load(at)));
    b = f32x4.add(b, f32x4.mul(w, v128.load((at += below))));
    c = f32x4.add(c, f32x4.mul(w, v128.load((at += below))));
    d = f32x4.add(d, f32x4.mul(w, v128.load((at += below))));
  }
  v128.store(out, a);
  v128.store((out += below), b);
  v128.store((out += below), c);
  v128.store(out + below, d);
}

/** The power of one profile at each of `bins` periods. `waves`: `count` pairs of cosine and sine (doubles) per period. */
export function powers(at: usize, line: usize, waves: usize, count: i32, bins: i32, out: usize, step: i32): void {
  for (let bin = 0; bin < bins; bin++, out += step) {
    let sum = f64x2.splat(0);
    for (let k = 0; k < count; k++, waves += 16) {
      const value = f64x2.splat(load<f32>(at + (load<i32>(line + (k << 2)) << 2)));
      sum = f64x2.add(sum, f64x2.mul(value, v128.load(waves)));
    }
    store<f32>(out, squaredLength(sum));
  }
}

function squaredLength(v: v128): f32 {
  const squares = f64x2.mul(v, v);
  return f32(f64x2.extract_lane(squares, 0) + f64x2.extract_lane(squares, 1));
}
