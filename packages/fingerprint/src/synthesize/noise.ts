import type { Random } from './random.ts';

/** Smooth random relief with values of about -1 to 1, whose hills are about `cell` pixels apart. */
export const smoothNoise = (width: number, height: number, cell: number, random: Random): Float32Array => {
  const columns = Math.ceil(width / cell) + 2;
  const rows = Math.ceil(height / cell) + 2;
  const knots = Float32Array.from({ length: columns * rows }, () => random.between(-1, 1));
  return stretchGrid(knots, columns, width, height, cell);
};

/** Reads a coarse grid with one knot every `cell` pixels at every pixel. Eased bilinear, so that no knot shows as a kink. */
export const stretchGrid = (
  knots: Float32Array,
  columns: number,
  width: number,
  height: number,
  cell: number,
): Float32Array => {
  const out = new Float32Array(width * height);
  const weights = Float32Array.from({ length: cell }, (_, i) => ease(i / cell));
  for (let y = 0; y < height; y++) {
    const row = Math.floor(y / cell) * columns;
    const wy = weights[y % cell]!;
    for (let x = 0, knot = row; x < width; knot++) {
      const left = knots[knot]! + (knots[knot + columns]! - knots[knot]!) * wy;
      const right = knots[knot + 1]! + (knots[knot + columns + 1]! - knots[knot + 1]!) * wy;
      for (let i = 0; i < cell && x < width; i++, x++) out[y * width + x] = left + (right - left) * weights[i]!;
    }
  }
  return out;
};

export const ease = (t: number): number => t * t * (3 - 2 * t);
