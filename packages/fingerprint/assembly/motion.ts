import { turnSteps } from './angles';
// biome-ignore format: one list
import { FIELD_cellsPerNode, GROW_localSigma, GROW_maxScale, GROW_rod, MAP_cell, MAP_orientationSteps } from './constants';
import { cos, sin, x, y } from './minutiae';

const LOCAL: f64 = 1 / (GROW_localSigma * GROW_localSigma);
const ROD: f64 = GROW_rod * GROW_rod;
/** Of a pair, as doubles: the place in A, the place in B, cosine and sine of the turn. */
const PAIR_BYTES = 48;

/** Where `predict` put two points, by how much it turned them, and how far from them the nearest pair is: five times two doubles. */
export const PREDICTED = memory.data(80, 16);
export const X = 0;
export const Y = 16;
export const COS = 32;
export const SIN = 48;
export const NEAREST = 64;

/** The pairs that `partner` names, as `predict` wants them, with 32-bit numbers' precision. `index`: the minutia of A of each. Gives how many there are. */
// biome-ignore format: the parameters of a kernel on one line
export function motions(a: usize, countA: i32, b: usize, countB: i32, partner: usize, index: usize, pairs: usize): i32 {
  let count = 0;
  for (let i = 0; i < countA; i++) {
    const j = load<i32>(partner + (i << 2));
    if (j < 0) continue;
    store<i32>(index + (count++ << 2), i);
    store<f64>(pairs, x(a, i));
    store<f64>(pairs, y(a, countA, i), 8);
    store<f64>(pairs, x(b, j), 16);
    store<f64>(pairs, y(b, countB, j), 24);
    store<f64>(pairs, f32(cos(b, countB, j) * cos(a, countA, i) + sin(b, countB, j) * sin(a, countA, i)), 32);
    store<f64>(pairs, f32(sin(b, countB, j) * cos(a, countA, i) - cos(b, countB, j) * sin(a, countA, i)), 40);
    pairs += PAIR_BYTES;
  }
  return count;
}

/**
 * Moves two points of A into B by the motion that fits the pairs around them best, near pairs counting most. With `index`, the points are minutiae `own`
 * and the one after it, whose pairs do not vote on themselves; a single pair does, because there is no other.
 */
export function predict(pairs: usize, count: i32, px: v128, py: v128, index: usize, own: i32): void {
  const alone = !index || count == 1;
  let weight = f64x2.splat(0);
  let ax = f64x2.splat(0);
  let ay = f64x2.splat(0);
  let bx = f64x2.splat(0);
  let by = f64x2.splat(0);
  let cosines = f64x2.splat(0);
  let sines = f64x2.splat(0);
  let dot = f64x2.splat(0);
  let cross = f64x2.splat(0);
  let spread = f64x2.splat(0);
  let nearest = f64x2.splat(Infinity);
  for (let k = 0; k < count; k++, pairs += PAIR_BYTES) {
    const ux = f64x2.sub(v128.load64_splat(pairs), px);
    const uy = f64x2.sub(v128.load64_splat(pairs, 8), py);
    const vx = v128.load64_splat(pairs, 16);
    const vy = v128.load64_splat(pairs, 24);
    const square = f64x2.add(f64x2.mul(ux, ux), f64x2.mul(uy, uy));
    const near = f64x2.div(f64x2.splat(1), f64x2.add(f64x2.splat(1), f64x2.mul(square, f64x2.splat(LOCAL))));
    let w = f64x2.mul(near, near);
    let seen = square;
    if (!alone) {
      const off = load<i32>(index + (k << 2)) - own;
      if (off == 0) {
        w = f64x2.replace_lane(w, 0, 0);
        seen = f64x2.replace_lane(seen, 0, Infinity);
      } else if (off == 1) {
        w = f64x2.replace_lane(w, 1, 0);
        seen = f64x2.replace_lane(seen, 1, Infinity);
      }
    }
    nearest = f64x2.pmin(nearest, seen);
    weight = f64x2.add(weight, w);
    ax = f64x2.add(ax, f64x2.mul(w, ux));
    ay = f64x2.add(ay, f64x2.mul(w, uy));
    bx = f64x2.add(bx, f64x2.mul(w, vx));
    by = f64x2.add(by, f64x2.mul(w, vy));
    cosines = f64x2.add(cosines, f64x2.mul(w, v128.load64_splat(pairs, 32)));
    sines = f64x2.add(sines, f64x2.mul(w, v128.load64_splat(pairs, 40)));
    dot = f64x2.add(dot, f64x2.mul(w, f64x2.add(f64x2.mul(ux, vx), f64x2.mul(uy, vy))));
    cross = f64x2.add(cross, f64x2.mul(w, f64x2.sub(f64x2.mul(ux, vy), f64x2.mul(uy, vx))));
    spread = f64x2.add(spread, f64x2.mul(w, square));
  }
  // Directions vote on the turn as if each minutia were a rod of this length, which settles it while pairs are few.
  const rod = f64x2.splat(ROD);
  const alongB = f64x2.div(f64x2.add(f64x2.mul(ax, bx), f64x2.mul(ay, by)), weight);
  const acrossB = f64x2.div(f64x2.sub(f64x2.mul(ax, by), f64x2.mul(ay, bx)), weight);
  const c = f64x2.add(f64x2.sub(dot, alongB), f64x2.mul(rod, cosines));
  const s = f64x2.add(f64x2.sub(cross, acrossB), f64x2.mul(rod, sines));
  const length = f64x2.sqrt(f64x2.add(f64x2.mul(c, c), f64x2.mul(s, s)));
  const size = v128.bitselect(length, f64x2.splat(1), f64x2.gt(length, f64x2.splat(0)));
  const middle = f64x2.div(f64x2.add(f64x2.mul(ax, ax), f64x2.mul(ay, ay)), weight);
  const scale = f64x2.div(size, f64x2.add(f64x2.sub(spread, middle), f64x2.mul(rod, weight)));
  const bounded = f64x2.min(f64x2.splat(GROW_maxScale), f64x2.max(f64x2.splat(1 / GROW_maxScale), scale));
  const stretch = f64x2.div(bounded, weight);
  const turnedX = f64x2.div(c, size);
  const turnedY = f64x2.div(s, size);
  const backX = f64x2.sub(f64x2.mul(turnedX, ax), f64x2.mul(turnedY, ay));
  const backY = f64x2.add(f64x2.mul(turnedY, ax), f64x2.mul(turnedX, ay));
  v128.store(PREDICTED, f64x2.sub(f64x2.div(bx, weight), f64x2.mul(stretch, backX)), X);
  v128.store(PREDICTED, f64x2.sub(f64x2.div(by, weight), f64x2.mul(stretch, backY)), Y);
  v128.store(PREDICTED, turnedX, COS);
  v128.store(PREDICTED, turnedY, SIN);
  v128.store(PREDICTED, f64x2.sqrt(nearest), NEAREST);
}

/** Two of a row of 32-bit numbers as doubles. */
export function two(numbers: usize, k: i32): v128 {
  return f64x2.promote_low_f32x4(v128.load64_zero(numbers + (k << 2)));
}

/** Where all these points of A lie in B: x and then y of each as doubles, with room for one more of each. */
export function moved(pairs: usize, count: i32, xs: usize, ys: usize, points: i32, out: usize): void {
  for (let k = 0; k < points; k += 2) {
    predict(pairs, count, two(xs, k), two(ys, k), 0, 0);
    v128.store(out + (k << 3), v128.load(PREDICTED, X));
    v128.store(out + ((points + 1 + k) << 3), v128.load(PREDICTED, Y));
  }
}

/**
 * The motion at the nodes of a field over a map with its corner at (left, top). `out`: four planes of 32-bit numbers: x, y, cosine and
 * sine of each node. `turns`: the turn of each node in steps.
 */
// biome-ignore format: the parameters of a kernel on one line
export function field(pairs: usize, count: i32, columns: i32, rows: i32, left: f64, top: f64, out: usize, turns: usize): void {
  const nodes = columns * rows;
  for (let k = 0; k < nodes; k += 2) {
    const x = f64x2(left + middle(k % columns), left + middle((k + 1) % columns));
    const y = f64x2(top + middle(k / columns), top + middle((k + 1) / columns));
    predict(pairs, count, x, y, 0, 0);
    for (let node = k, from = PREDICTED; node < min(k + 2, nodes); node++, from += 8) {
      for (let plane = 0; plane < 4; plane++)
        store<f32>(out + ((plane * nodes + node) << 2), f32(load<f64>(from + (plane << 4))));
      const turn = turnSteps(load<f64>(from, SIN), load<f64>(from, COS), MAP_orientationSteps);
      store<i32>(turns + (node << 2), turn < 0 ? turn + i32(MAP_orientationSteps) : turn);
    }
  }
}

/** Pixels from the corner of the map to the middle of a column or row of nodes. */
function middle(node: i32): f64 {
  return (f64(node) + 0.5) * FIELD_cellsPerNode * MAP_cell;
}
