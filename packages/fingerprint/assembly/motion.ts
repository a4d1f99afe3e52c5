import { turnSteps } from './angles';
// biome-ignore format: one list
import { FIELD_cellsPerNode, GROW_localSigma, GROW_maxScale, GROW_rod, MAP_cell, MAP_orientationSteps } from './generated/constants';
import { cos, sin, x, y } from './minutiae';

const LOCAL = f32(1 / (GROW_localSigma * GROW_localSigma));
const ROD = f32(GROW_rod * GROW_rod);
/** Six 32-bit numbers per pair: position in A, position in B, cosine and sine of the turn. */
const PAIR_BYTES = 24;

/** The output of `predict` for four points, five vectors: position, turn, and distance to the nearest pair. */
export const PREDICTED = memory.data(80, 16);
export const X = 0;
export const Y = 16;
export const COS = 32;
export const SIN = 48;
export const NEAREST = 64;

/** Writes the pairs of `partner` in the format of `predict`, and the minutia of A of each to `index`. Returns their number. */
// biome-ignore format: the parameters of a kernel on one line
export function motions(a: usize, countA: i32, b: usize, countB: i32, partner: usize, index: usize, pairs: usize): i32 {
  let count = 0;
  for (let i = 0; i < countA; i++) {
    const j = load<i32>(partner + (i << 2));
    if (j < 0) continue;
    store<i32>(index + (count++ << 2), i);
    store<f32>(pairs, f32(x(a, i)));
    store<f32>(pairs, f32(y(a, countA, i)), 4);
    store<f32>(pairs, f32(x(b, j)), 8);
    store<f32>(pairs, f32(y(b, countB, j)), 12);
    store<f32>(pairs, f32(cos(b, countB, j) * cos(a, countA, i) + sin(b, countB, j) * sin(a, countA, i)), 16);
    store<f32>(pairs, f32(sin(b, countB, j) * cos(a, countA, i) - cos(b, countB, j) * sin(a, countA, i)), 20);
    pairs += PAIR_BYTES;
  }
  return count;
}

/**
 * Moves four points of A into B by the motion that fits the pairs around them best; near pairs count most. With `index`, the points are minutiae `own`
 * to `own` + 3, and a pair does not count for its own minutia unless it is the only pair.
 */
export function predict(pairs: usize, count: i32, px: v128, py: v128, index: usize, own: i32): void {
  const alone = !index || count == 1;
  const points = i32x4.add(i32x4.splat(own), i32x4(0, 1, 2, 3));
  // Positions in B are relative to the first pair, so that products of 32-bit numbers are exact enough.
  const fromX = v128.load32_splat(pairs, 8);
  const fromY = v128.load32_splat(pairs, 12);
  let weight = f32x4.splat(0);
  let ax = f32x4.splat(0);
  let ay = f32x4.splat(0);
  let bx = f32x4.splat(0);
  let by = f32x4.splat(0);
  let cosines = f32x4.splat(0);
  let sines = f32x4.splat(0);
  let dot = f32x4.splat(0);
  let cross = f32x4.splat(0);
  let spread = f32x4.splat(0);
  let nearest = f32x4.splat(Infinity);
  for (let k = 0; k < count; k++, pairs += PAIR_BYTES) {
    const ux = f32x4.sub(v128.load32_splat(pairs), px);
    const uy = f32x4.sub(v128.load32_splat(pairs, 4), py);
    const vx = f32x4.sub(v128.load32_splat(pairs, 8), fromX);
    const vy = f32x4.sub(v128.load32_splat(pairs, 12), fromY);
    const square = f32x4.add(f32x4.mul(ux, ux), f32x4.mul(uy, uy));
    const near = f32x4.div(f32x4.splat(1), f32x4.add(f32x4.splat(1), f32x4.mul(square, f32x4.splat(LOCAL))));
    let w = f32x4.mul(near, near);
    let seen = square;
    if (!alone) {
      const self = i32x4.eq(points, v128.load32_splat(index + (k << 2)));
      w = v128.andnot(w, self);
      seen = v128.bitselect(f32x4.splat(Infinity), seen, self);
    }
    nearest = f32x4.pmin(nearest, seen);
    weight = f32x4.add(weight, w);
    ax = f32x4.add(ax, f32x4.mul(w, ux));
    ay = f32x4.add(ay, f32x4.mul(w, uy));
    bx = f32x4.add(bx, f32x4.mul(w, vx));
    by = f32x4.add(by, f32x4.mul(w, vy));
    cosines = f32x4.add(cosines, f32x4.mul(w, v128.load32_splat(pairs, 16)));
    sines = f32x4.add(sines, f32x4.mul(w, v128.load32_splat(pairs, 20)));
    dot = f32x4.add(dot, f32x4.mul(w, f32x4.add(f32x4.mul(ux, vx), f32x4.mul(uy, vy))));
    cross = f32x4.add(cross, f32x4.mul(w, f32x4.sub(f32x4.mul(ux, vy), f32x4.mul(uy, vx))));
    spread = f32x4.add(spread, f32x4.mul(w, square));
  }
  // Each minutia's direction counts for the turn like a rod of this length, which matters while pairs are few.
  const rod = f32x4.splat(ROD);
  const alongB = f32x4.div(f32x4.add(f32x4.mul(ax, bx), f32x4.mul(ay, by)), weight);
  const acrossB = f32x4.div(f32x4.sub(f32x4.mul(ax, by), f32x4.mul(ay, bx)), weight);
  const c = f32x4.add(f32x4.sub(dot, alongB), f32x4.mul(rod, cosines));
  const s = f32x4.add(f32x4.sub(cross, acrossB), f32x4.mul(rod, sines));
  const length = f32x4.sqrt(f32x4.add(f32x4.mul(c, c), f32x4.mul(s, s)));
  const size = v128.bitselect(length, f32x4.splat(1), f32x4.gt(length, f32x4.splat(0)));
  const middle = f32x4.div(f32x4.add(f32x4.mul(ax, ax), f32x4.mul(ay, ay)), weight);
  const scale = f32x4.div(size, f32x4.add(f32x4.sub(spread, middle), f32x4.mul(rod, weight)));
  const bounded = f32x4.min(f32x4.splat(f32(GROW_maxScale)), f32x4.max(f32x4.splat(f32(1 / GROW_maxScale)), scale));
  const stretch = f32x4.div(bounded, weight);
  const turnedX = f32x4.div(c, size);
  const turnedY = f32x4.div(s, size);
  const backX = f32x4.sub(f32x4.mul(turnedX, ax), f32x4.mul(turnedY, ay));
  const backY = f32x4.add(f32x4.mul(turnedY, ax), f32x4.mul(turnedX, ay));
  v128.store(PREDICTED, f32x4.add(fromX, f32x4.sub(f32x4.div(bx, weight), f32x4.mul(stretch, backX))), X);
  v128.store(PREDICTED, f32x4.add(fromY, f32x4.sub(f32x4.div(by, weight), f32x4.mul(stretch, backY))), Y);
  v128.store(PREDICTED, turnedX, COS);
  v128.store(PREDICTED, turnedY, SIN);
  v128.store(PREDICTED, f32x4.sqrt(nearest), NEAREST);
}

/** Moves all points of A into B. Output: `points` + 3 values of x, then as many of y. */
export function moved(pairs: usize, count: i32, xs: usize, ys: usize, points: i32, out: usize): void {
  for (let k = 0; k < points << 2; k += 16) {
    predict(pairs, count, v128.load(xs + k), v128.load(ys + k), 0, 0);
    v128.store(out + k, v128.load(PREDICTED, X));
    v128.store(out + ((points + 3) << 2) + k, v128.load(PREDICTED, Y));
  }
}

/**
 * The motion at the nodes of a field over a map with its corner at (left, top). `out`: four planes of 32-bit numbers: x, y, cosine and sine. `turns`: the
 * turn of each node in steps.
 */
// biome-ignore format: the parameters of a kernel on one line
export function field(pairs: usize, count: i32, columns: i32, rows: i32, left: f64, top: f64, out: usize, turns: usize): void {
  const nodes = columns * rows;
  for (let row = 0, first = 0; row < rows; row++, first += columns) {
    const y = f32x4.splat(f32(top + middle(row)));
    for (let column = 0; column < columns; column += 4) {
      const x = f32x4.add(f32x4.splat(f32(left + middle(column))), f32x4.mul(f32x4(0, 1, 2, 3), f32x4.splat(f32(FIELD_cellsPerNode * MAP_cell))));
      predict(pairs, count, x, y, 0, 0);
      for (let k = column, from = PREDICTED; k < min(column + 4, columns); k++, from += 4) {
        const node = first + k;
        for (let plane = 0; plane < 4; plane++)
          store<f32>(out + ((plane * nodes + node) << 2), load<f32>(from + (plane << 4)));
        const turn = turnSteps(load<f32>(from, SIN), load<f32>(from, COS), MAP_orientationSteps);
        store<i32>(turns + (node << 2), turn < 0 ? turn + i32(MAP_orientationSteps) : turn);
      }
    }
  }
}

/** Pixels from the corner of the map to the middle of a column or row of nodes. */
function middle(node: i32): f64 {
  return (f64(node) + 0.5) * FIELD_cellsPerNode * MAP_cell;
}
