/**
 * Means over the square around each pixel of `planes` stacked planes, `passes` times.
 * Scratch: `between`, one plane, and `sums`, a double per column.
 */
// biome-ignore format: the parameters of a kernel on one line
export function boxMeans(from: usize, to: usize, between: usize, sums: usize, width: i32, height: i32, radius: i32, passes: i32, planes: i32): void {
  const size = (width * height) << 2;
  for (let plane = 0; plane < planes; plane++, from += size, to += size) {
    for (let pass = 0; pass < passes; pass++) {
      meanAlong(pass ? to : from, between, width, height, radius);
      meanDown(between, to, sums, width, height, radius);
    }
  }
}

/** Running sums along the rows. */
function meanAlong(from: usize, to: usize, width: i32, height: i32, radius: i32): void {
  const below = width << 2;
  for (let row = 0; row < height; row++, from += below, to += below) {
    let sum: f64 = 0;
    let inside = min(radius, width);
    for (let x = 0; x < inside; x++) sum += f64(load<f32>(from + (x << 2)));
    for (let x = 0; x < width; x++) {
      if (x + radius < width) {
        sum += f64(load<f32>(from + ((x + radius) << 2)));
        inside++;
      }
      if (x > radius) {
        sum -= f64(load<f32>(from + ((x - radius - 1) << 2)));
        inside--;
      }
      store<f32>(to + (x << 2), f32(sum * (1 / f64(inside))));
    }
  }
}

/** Running sums down the columns, four columns at once. The next row overwrites the values beyond the end of a row. */
function meanDown(from: usize, to: usize, sums: usize, width: i32, height: i32, radius: i32): void {
  const below = width << 2;
  memory.fill(sums, 0, (width + 3) << 3);
  let inside = min(radius, height);
  for (let row = 0; row < inside; row++) addRow(from + row * below, sums, below);
  for (let row = 0; row < height; row++, to += below) {
    if (row + radius < height) {
      addRow(from + (row + radius) * below, sums, below);
      inside++;
    }
    const leaves = row > radius ? from + (row - radius - 1) * below : 0;
    if (leaves) inside--;
    const share = f64x2.splat(1 / f64(inside));
    for (let x = 0, sum = sums; x < below; x += 16, sum += 32) {
      let low = v128.load(sum);
      let high = v128.load(sum, 16);
      if (leaves) {
        low = f64x2.sub(low, promoteLow(v128.load(leaves + x)));
        high = f64x2.sub(high, promoteHigh(v128.load(leaves + x)));
        v128.store(sum, low);
        v128.store(sum, high, 16);
      }
      v128.store(to + x, demote(f64x2.mul(low, share), f64x2.mul(high, share)));
    }
  }
}

function addRow(from: usize, sums: usize, below: i32): void {
  for (let x = 0; x < below; x += 16, sums += 32) {
    const four = v128.load(from + x);
    v128.store(sums, f64x2.add(v128.load(sums), promoteLow(four)));
    v128.store(sums, f64x2.add(v128.load(sums, 16), promoteHigh(four)), 16);
  }
}

/** The first two of four 32-bit numbers as doubles. */
function promoteLow(four: v128): v128 {
  return f64x2.promote_low_f32x4(four);
}

/** The last two of four 32-bit numbers as doubles. */
function promoteHigh(four: v128): v128 {
  return f64x2.promote_low_f32x4(i64x2.shuffle(four, four, 1, 0));
}

/** Four doubles as 32-bit numbers. */
function demote(low: v128, high: v128): v128 {
  return i64x2.shuffle(f32x4.demote_f64x2_zero(low), f32x4.demote_f64x2_zero(high), 0, 2);
}
