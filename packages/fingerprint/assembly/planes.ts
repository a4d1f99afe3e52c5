/**
 * (mean − gray) / (deviation + floor), into a larger plane with rows of `outWidth` pixels. `squares`: the mean of the squares, for the deviation. Values
 * beyond the end of a row are set back to 0.
 */
// biome-ignore format: the parameters of a kernel on one line
export function flatten(gray: usize, mean: usize, squares: usize, out: usize, width: i32, height: i32, outWidth: i32, floor: f32): void {
  const below = width << 2;
  for (let row = 0; row < height; row++) {
    for (let x = 0; x < below; x += 16) {
      const m = v128.load(mean + x);
      const variance = f32x4.sub(v128.load(squares + x), f32x4.mul(m, m));
      const deviation = f32x4.sqrt(f32x4.max(f32x4.splat(0), variance));
      const part = f32x4.div(f32x4.sub(m, v128.load(gray + x)), f32x4.add(deviation, f32x4.splat(floor)));
      v128.store(out + x, part);
    }
    v128.store(out + below, f32x4.splat(0));
    gray += below;
    mean += below;
    squares += below;
    out += outWidth << 2;
  }
}

/** The order of the additions is part of the result. */
export function sumOf(v: v128): f32 {
  return f32x4.extract_lane(v, 0) + f32x4.extract_lane(v, 1) + (f32x4.extract_lane(v, 2) + f32x4.extract_lane(v, 3));
}

/** Per cell of the mask the sums of (a·b, a², b²). */
// biome-ignore format: the parameters of a kernel on one line
export function products(one: usize, other: usize, mask: usize, columns: i32, rows: i32, both: usize, first: usize, second: usize): void {
  const below = columns << 4;
  for (let row = 0, cell = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++, cell++) {
      if (!load<u8>(mask + cell)) continue;
      let ab = f32x4.splat(0);
      let aa = f32x4.splat(0);
      let bb = f32x4.splat(0);
      for (let y = 0, at = (row << 2) * below + (column << 4); y < 4; y++, at += below) {
        const a = v128.load(one + at);
        const b = v128.load(other + at);
        ab = f32x4.add(ab, f32x4.mul(a, b));
        aa = f32x4.add(aa, f32x4.mul(a, a));
        bb = f32x4.add(bb, f32x4.mul(b, b));
      }
      store<f32>(both + (cell << 2), sumOf(ab));
      store<f32>(first + (cell << 2), sumOf(aa));
      store<f32>(second + (cell << 2), sumOf(bb));
    }
  }
}

/** Per cell of the mask the sums of (gx² − gy², 2·gx·gy, gx² + gy²), by Scharr's operator, the 3 × 3 gradient with the smallest error of direction. */
// biome-ignore format: the parameters of a kernel on one line
export function squaredGradients(image: usize, mask: usize, columns: i32, rows: i32, cos: usize, sin: usize, energy: usize): void {
  const below = columns << 4;
  for (let row = 0, cell = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++, cell++) {
      if (!load<u8>(mask + cell)) continue;
      let xx = f32x4.splat(0);
      let yy = f32x4.splat(0);
      let xy = f32x4.splat(0);
      for (let y = 0, at = image + (row << 2) * below + (column << 4); y < 4; y++, at += below) {
        const up = at - below;
        const down = at + below;
        const a = f32x4.sub(v128.load(down + 4), v128.load(up - 4));
        const b = f32x4.sub(v128.load(down - 4), v128.load(up + 4));
        const gx = scharr(f32x4.sub(v128.load(at + 4), v128.load(at - 4)), f32x4.sub(a, b));
        const gy = scharr(f32x4.sub(v128.load(down), v128.load(up)), f32x4.add(a, b));
        xx = f32x4.add(xx, f32x4.mul(gx, gx));
        yy = f32x4.add(yy, f32x4.mul(gy, gy));
        xy = f32x4.add(xy, f32x4.mul(gx, gy));
      }
      const sx = sumOf(xx);
      const sy = sumOf(yy);
      store<f32>(cos + (cell << 2), sx - sy);
      store<f32>(sin + (cell << 2), 2 * sumOf(xy));
      store<f32>(energy + (cell << 2), sx + sy);
    }
  }
}

function scharr(straight: v128, diagonal: v128): v128 {
  return f32x4.add(f32x4.mul(f32x4.splat(10), straight), f32x4.mul(f32x4.splat(3), diagonal));
}

export function squares(from: usize, to: usize, count: i32): void {
  for (let i = 0; i < count << 2; i += 16) v128.store(to + i, f32x4.mul(v128.load(from + i), v128.load(from + i)));
}
