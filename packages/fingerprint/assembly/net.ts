// The net's layers in whole numbers. A grid has rows of pixels, each with `channels` numbers of 16 bits (a multiple of 4; of 8 where a convolution reads
// it), and a border of zeros on each side.
import { NET_border, NET_unit } from './generated/constants';

const BORDER = i32(NET_border);
/** Scratch: the weights of one layer, widened to 16 bits. */
const WEIGHTS = memory.data(2 * 9 * 64 * 64, 16);

function rowBytes(width: i32, channels: i32): i32 {
  return ((width + 2 * BORDER) * channels) << 1;
}

/** The address of the first pixel inside the border. */
function inner(grid: usize, width: i32, channels: i32): usize {
  return grid + BORDER * rowBytes(width, channels) + ((BORDER * channels) << 1);
}

/** Each pixel of the grid gets a square of four pixels of the picture and four zeros. `columns`, `rows`: of squares, in the upper left of the grid. */
export function toGrid(picture: usize, columns: i32, rows: i32, grid: usize, width: i32): void {
  const below = columns << 3;
  for (let y = 0; y < rows; y++, picture += below << 1) {
    const to = inner(grid, width, 8) + y * rowBytes(width, 8);
    for (let x = 0; x < columns; x++) {
      const from = picture + (x << 3);
      const four = v128.load64_lane(from + below, v128.load64_zero(from), 1);
      const units = f32x4.nearest(f32x4.mul(four, f32x4.splat(f32(NET_unit))));
      const numbers = i32x4.trunc_sat_f32x4_s(units);
      v128.store64_lane(to + (x << 4), i16x8.narrow_i32x4_s(numbers, numbers), 0);
    }
  }
}

/** The reverse, from a grid with four numbers in each pixel. */
export function fromGrid(grid: usize, width: i32, picture: usize, columns: i32, rows: i32): void {
  const below = columns << 3;
  for (let y = 0; y < rows; y++, picture += below << 1) {
    const from = inner(grid, width, 4) + y * rowBytes(width, 4);
    for (let x = 0; x < columns; x++) {
      const numbers = f32x4.convert_i32x4_s(v128.load16x4_s(from + (x << 3)));
      const four = f32x4.mul(numbers, f32x4.splat(f32(1 / NET_unit)));
      v128.store64_lane(picture + (x << 3), four, 0);
      v128.store64_lane(picture + (x << 3) + below, four, 1);
    }
  }
}

/** Adds a grid of the same size. */
export function addGrid(to: usize, other: usize, bytes: i32): void {
  for (let i = 0; i < bytes; i += 16) v128.store(to + i, i16x8.add_sat_s(v128.load(to + i), v128.load(other + i)));
}

/** Adds a grid of half the width and height, and sets what is negative to 0. `width`, `height`: of the larger one. */
export function addDoubled(to: usize, half: usize, channels: i32, width: i32, height: i32): void {
  const fine = inner(to, width, channels);
  const coarse = inner(half, width >> 1, channels);
  const pixel = channels << 1;
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const at = fine + y * rowBytes(width, channels) + x * pixel;
      const from = coarse + (y >> 1) * rowBytes(width >> 1, channels) + (x >> 1) * pixel;
      for (let k = 0; k < pixel; k += 16) {
        const sum = i16x8.add_sat_s(v128.load(at + k), v128.load(from + k));
        v128.store(at + k, i16x8.max_s(sum, i16x8.splat(0)));
      }
    }
  }
}

/**
 * One convolution, of 3 × 3 or 1 × 1 taps. `layer`: shift and biases (32 bits), a factor for each output (16 bits) and the weights (8 bits), as
 * `pack` in lab/train/net.py writes them. `width` (even), `height`: of the output. No sum leaves 32 bits: `pack` sees to it.
 */
// biome-ignore format: the parameters of a kernel on one line
export function convolve(from: usize, to: usize, layer: usize, inputs: i32, outputs: i32, width: i32, height: i32, taps: i32, stride: i32, dilation: i32, isCut: i32): void {
  const shift = load<i32>(layer);
  const biases = layer + 4;
  const factors = biases + (outputs << 2);
  widen(factors + (outputs << 1), factors, inputs * taps * taps, outputs);
  const pixel = inputs << 1;
  const row = rowBytes(width * stride, inputs);
  const reach = (taps >> 1) * dilation;
  // Neighboring taps are read as one run.
  const runs = dilation == 1 ? 1 : taps;
  const run = dilation == 1 ? taps * pixel : pixel;
  const least = i16x8.splat(isCut ? 0 : -32768);
  const outPixel = outputs << 1;
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x += 2) {
      const corner = inner(from, width * stride, inputs) + (y * stride - reach) * row + (x * stride - reach) * pixel;
      const out = inner(to, width, outputs) + y * rowBytes(width, outputs) + x * outPixel;
      for (let f = 0, w = WEIGHTS; f < outputs; f += 4) {
        let a0 = i32x4.splat(0);
        let a1 = a0;
        let a2 = a0;
        let a3 = a0;
        let b0 = a0;
        let b1 = a0;
        let b2 = a0;
        let b3 = a0;
        for (let ky = 0, line = corner; ky < taps; ky++, line += dilation * row) {
          for (let kx = 0; kx < runs; kx++) {
            const first = line + kx * dilation * pixel;
            for (let at = first; at < first + run; at += 16, w += 64) {
              const a = v128.load(at);
              const b = v128.load(at + stride * pixel);
              const w0 = v128.load(w);
              const w1 = v128.load(w, 16);
              const w2 = v128.load(w, 32);
              const w3 = v128.load(w, 48);
              a0 = i32x4.add(a0, i32x4.dot_i16x8_s(w0, a));
              b0 = i32x4.add(b0, i32x4.dot_i16x8_s(w0, b));
              a1 = i32x4.add(a1, i32x4.dot_i16x8_s(w1, a));
              b1 = i32x4.add(b1, i32x4.dot_i16x8_s(w1, b));
              a2 = i32x4.add(a2, i32x4.dot_i16x8_s(w2, a));
              b2 = i32x4.add(b2, i32x4.dot_i16x8_s(w2, b));
              a3 = i32x4.add(a3, i32x4.dot_i16x8_s(w3, a));
              b3 = i32x4.add(b3, i32x4.dot_i16x8_s(w3, b));
            }
          }
        }
        const bias = v128.load(biases + (f << 2));
        const one = i32x4.shr_s(i32x4.add(bias, sums(a0, a1, a2, a3)), shift);
        const other = i32x4.shr_s(i32x4.add(bias, sums(b0, b1, b2, b3)), shift);
        const both = i16x8.max_s(i16x8.narrow_i32x4_s(one, other), least);
        v128.store64_lane(out + (f << 1), both, 0);
        v128.store64_lane(out + (f << 1) + outPixel, both, 1);
      }
    }
  }
}

/** Multiplies the weights by the factors of their outputs: four outputs take turns, with eight weights each. */
function widen(weights: usize, factors: usize, count: i32, outputs: i32): void {
  for (let f = 0, to = WEIGHTS; f < outputs; f += 4) {
    for (let k = 0; k < count << 2; k += 8, to += 16, weights += 8) {
      const factor = v128.load16_splat(factors + ((f + ((k >> 3) & 3)) << 1));
      v128.store(to, i16x8.mul(v128.load8x8_s(weights), factor));
    }
  }
}

/** The sum of the four numbers of each. */
function sums(a: v128, b: v128, c: v128, d: v128): v128 {
  const ab = i32x4.add(i32x4.shuffle(a, b, 0, 4, 1, 5), i32x4.shuffle(a, b, 2, 6, 3, 7));
  const cd = i32x4.add(i32x4.shuffle(c, d, 0, 4, 1, 5), i32x4.shuffle(c, d, 2, 6, 3, 7));
  return i32x4.add(i32x4.shuffle(ab, cd, 0, 1, 4, 5), i32x4.shuffle(ab, cd, 2, 3, 6, 7));
}
