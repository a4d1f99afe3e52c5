import { PI } from './angles';
import { RELAX_angle, RELAX_keep, RELAX_pairs, RELAX_rounds, RELAX_slack, RELAX_stretch } from './generated/constants';
import { angle, cos, sin, x, y } from './minutiae';
import { sumOf } from './planes';

const MOST = i32(RELAX_pairs);
/** Bytes of a plane of one 32-bit number per pair, in whole vectors. */
const PLANE = 4 * ((MOST + 3) & ~3);
/** Planes of the pairs: the minutiae of A and B, their positions and directions, and the turn from A to B. */
const MINUTIA_A = memory.data(11 * PLANE, 16);
const MINUTIA_B = MINUTIA_A + PLANE;
const X_A = MINUTIA_B + PLANE;
const Y_A = X_A + PLANE;
const COS_A = Y_A + PLANE;
const SIN_A = COS_A + PLANE;
const X_B = SIN_A + PLANE;
const Y_B = X_B + PLANE;
const COS_B = Y_B + PLANE;
const SIN_B = COS_B + PLANE;
const TURN = SIN_B + PLANE;
const SUPPORT = memory.data(MOST * PLANE, 16);
const BEFORE = memory.data(PLANE, 16);

/** Pairs of minutiae of two views support each other in rounds. `strength`: input and output, a 32-bit number per pair. */
// biome-ignore format: the parameters of a kernel on one line
export function relax(a: usize, countA: i32, b: usize, countB: i32, pairsA: usize, pairsB: usize, count: i32, strength: usize): void {
  for (let p = 0; p < count << 2; p += 4) describe(a, countA, load<i32>(pairsA + p), b, countB, load<i32>(pairsB + p), p);
  for (let p = 0; p < count; p++)
    for (let q = 0; q < count << 2; q += 16) v128.store(SUPPORT + p * PLANE + q, agreement(p << 2, q));
  const others = f32(1 - RELAX_keep) / f32(max(1, count - 1));
  for (let round = 0; round < i32(RELAX_rounds); round++) {
    // Zeros after the last pair, so that the rest of its vector adds nothing.
    memory.fill(BEFORE, 0, PLANE);
    memory.copy(BEFORE, strength, count << 2);
    for (let p = 0; p < count; p++) {
      let four = f32x4.splat(0);
      for (let q = 0; q < count << 2; q += 16)
        four = f32x4.add(four, f32x4.mul(v128.load(SUPPORT + p * PLANE + q), v128.load(BEFORE + q)));
      store<f32>(strength + (p << 2), f32(RELAX_keep) * load<f32>(BEFORE + (p << 2)) + others * sumOf(four));
    }
  }
}

function describe(a: usize, countA: i32, i: i32, b: usize, countB: i32, j: i32, p: i32): void {
  store<i32>(MINUTIA_A + p, i);
  store<i32>(MINUTIA_B + p, j);
  store<f32>(X_A + p, f32(x(a, i)));
  store<f32>(Y_A + p, f32(y(a, countA, i)));
  store<f32>(COS_A + p, f32(cos(a, countA, i)));
  store<f32>(SIN_A + p, f32(sin(a, countA, i)));
  store<f32>(X_B + p, f32(x(b, j)));
  store<f32>(Y_B + p, f32(y(b, countB, j)));
  store<f32>(COS_B + p, f32(cos(b, countB, j)));
  store<f32>(SIN_B + p, f32(sin(b, countB, j)));
  store<f32>(TURN + p, f32(angle(b, countB, j) - angle(a, countA, i)));
}

/** How much four pairs q support pair p, in the frame of p: two true pairs keep their distance and their turn. */
function agreement(p: i32, q: i32): v128 {
  const turned = f32x4.sub(v128.load(TURN + q), own(TURN, p));
  const turns = f32x4.nearest(f32x4.mul(turned, f32x4.splat(f32(0.5 / PI))));
  const turn = f32x4.mul(
    f32x4.sub(turned, f32x4.mul(turns, f32x4.splat(f32(2 * PI)))),
    f32x4.splat(f32(1 / RELAX_angle)),
  );
  const ax = f32x4.sub(v128.load(X_A + q), own(X_A, p));
  const ay = f32x4.sub(v128.load(Y_A + q), own(Y_A, p));
  const bx = f32x4.sub(v128.load(X_B + q), own(X_B, p));
  const by = f32x4.sub(v128.load(Y_B + q), own(Y_B, p));
  const ahead = f32x4.sub(dot(ax, own(COS_A, p), ay, own(SIN_A, p)), dot(bx, own(COS_B, p), by, own(SIN_B, p)));
  const aside = f32x4.sub(cross(ay, own(COS_A, p), ax, own(SIN_A, p)), cross(by, own(COS_B, p), bx, own(SIN_B, p)));
  const far = f32x4.sqrt(dot(ax, ax, ay, ay));
  const reach = f32x4.add(f32x4.splat(f32(RELAX_slack)), f32x4.mul(f32x4.splat(f32(RELAX_stretch)), far));
  const off = f32x4.div(dot(ahead, ahead, aside, aside), f32x4.mul(reach, reach));
  const same = v128.or(
    i32x4.eq(v128.load(MINUTIA_A + q), own(MINUTIA_A, p)),
    i32x4.eq(v128.load(MINUTIA_B + q), own(MINUTIA_B, p)),
  );
  return v128.andnot(f32x4.mul(fit(off), fit(f32x4.mul(turn, turn))), same);
}

function own(plane: usize, p: i32): v128 {
  return v128.load32_splat(plane + p);
}

function fit(off: v128): v128 {
  return f32x4.max(f32x4.splat(0), f32x4.sub(f32x4.splat(1), off));
}

function dot(ax: v128, bx: v128, ay: v128, by: v128): v128 {
  return f32x4.add(f32x4.mul(ax, bx), f32x4.mul(ay, by));
}

function cross(ay: v128, bx: v128, ax: v128, by: v128): v128 {
  return f32x4.sub(f32x4.mul(ay, bx), f32x4.mul(ax, by));
}
