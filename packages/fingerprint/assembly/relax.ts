import { wrap } from './angles';
import { RELAX_angle, RELAX_keep, RELAX_pairs, RELAX_rounds, RELAX_slack, RELAX_stretch } from './constants';
import { angle, cos, sin, x, y } from './minutiae';

const MOST = i32(RELAX_pairs);
/** Of each pair the minutiae, where both lie and point, and the turn from one to the other, as doubles. */
const PAIRS = memory.data(11 * 8 * MOST);
const SUPPORT = memory.data(4 * MOST * MOST);
const BEFORE = memory.data(4 * MOST);

/** Rounds in which pairs of minutiae of two views support each other. `strength`: a 32-bit number a pair, before and after. */
// biome-ignore format: the parameters of a kernel on one line
export function relax(a: usize, countA: i32, b: usize, countB: i32, pairsA: usize, pairsB: usize, count: i32, strength: usize): void {
  for (let p = 0; p < count; p++)
    describe(a, countA, load<i32>(pairsA + (p << 2)), b, countB, load<i32>(pairsB + (p << 2)), pair(p));
  for (let p = 0; p < count; p++)
    for (let q = 0; q < count; q++) store<f32>(SUPPORT + ((p * count + q) << 2), f32(agreement(pair(p), pair(q))));
  for (let round = 0; round < i32(RELAX_rounds); round++) {
    memory.copy(BEFORE, strength, count << 2);
    for (let p = 0; p < count; p++) {
      let sum: f64 = 0;
      for (let q = 0, at = SUPPORT + ((p * count) << 2); q < count; q++, at += 4)
        sum += f64(load<f32>(at)) * f64(load<f32>(BEFORE + (q << 2)));
      const kept = RELAX_keep * f64(load<f32>(BEFORE + (p << 2)));
      store<f32>(strength + (p << 2), f32(kept + ((1 - RELAX_keep) * sum) / f64(max(1, count - 1))));
    }
  }
}

function pair(p: i32): usize {
  return PAIRS + p * 88;
}

function describe(a: usize, countA: i32, i: i32, b: usize, countB: i32, j: i32, out: usize): void {
  store<f64>(out, f64(i));
  store<f64>(out, f64(j), 8);
  store<f64>(out, x(a, i), 16);
  store<f64>(out, y(a, countA, i), 24);
  store<f64>(out, cos(a, countA, i), 32);
  store<f64>(out, sin(a, countA, i), 40);
  store<f64>(out, x(b, j), 48);
  store<f64>(out, y(b, countB, j), 56);
  store<f64>(out, cos(b, countB, j), 64);
  store<f64>(out, sin(b, countB, j), 72);
  store<f64>(out, angle(b, countB, j) - angle(a, countA, i), 80);
}

/** How much pair q speaks for pair p, in the frame of p: two true pairs keep their distance and their turn, two chance ones do not. */
function agreement(p: usize, q: usize): f64 {
  if (load<f64>(p) == load<f64>(q) || load<f64>(p, 8) == load<f64>(q, 8)) return 0;
  const turn = wrap(load<f64>(p, 80) - load<f64>(q, 80)) / RELAX_angle;
  if (turn * turn >= 1) return 0;
  const ax = load<f64>(q, 16) - load<f64>(p, 16);
  const ay = load<f64>(q, 24) - load<f64>(p, 24);
  const bx = load<f64>(q, 48) - load<f64>(p, 48);
  const by = load<f64>(q, 56) - load<f64>(p, 56);
  const aheadA = ax * load<f64>(p, 32) + ay * load<f64>(p, 40);
  const aheadB = bx * load<f64>(p, 64) + by * load<f64>(p, 72);
  const asideA = ay * load<f64>(p, 32) - ax * load<f64>(p, 40);
  const asideB = by * load<f64>(p, 64) - bx * load<f64>(p, 72);
  const reach = RELAX_slack + RELAX_stretch * sqrt(aheadA * aheadA + asideA * asideA);
  const ahead = aheadA - aheadB;
  const aside = asideA - asideB;
  const off = (ahead * ahead + aside * aside) / (reach * reach);
  return off >= 1 ? 0 : (1 - off) * (1 - turn * turn);
}
