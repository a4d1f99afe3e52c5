import { wrap } from './angles';
import {
  GROW_angle,
  GROW_reach,
  GROW_rounds,
  GROW_slack,
  GROW_stretch,
  PREPARE_maxMinutiae,
} from './generated/constants';
import { atan2 } from './host';
import { angle, x, y } from './minutiae';
import { COS, motions, NEAREST, predict, PREDICTED, SIN, X, Y } from './motion';

/** Scratch: for each minutia of B its partner in A. */
const OWNER = memory.data(4 * i32(PREPARE_maxMinutiae));

/**
 * Grows a match outwards from the one pair in `partner`. Each round predicts the position of every minutia of A in B from the pairs around it.
 * Writes the pairs to `pairs` and `index`, and returns their number.
 */
// biome-ignore format: the parameters of a kernel on one line
export function grow(a: usize, countA: i32, b: usize, countB: i32, partner: usize, fit: usize, index: usize, pairs: usize): i32 {
  let count = motions(a, countA, b, countB, partner, index, pairs);
  for (let round = 0; round < i32(GROW_rounds); round++) {
    const found = pairUp(a, countA, b, countB, partner, fit, index, pairs, count);
    motions(a, countA, b, countB, partner, index, pairs);
    const isLast = (found <= count && round > 0) || found < 2;
    count = found;
    if (isLast) break;
  }
  return count;
}

/** Each minutia of A takes the best of B near its predicted position. If two take the same one, the better fit keeps it. */
// biome-ignore format: the parameters of a kernel on one line
function pairUp(a: usize, countA: i32, b: usize, countB: i32, partner: usize, fit: usize, index: usize, pairs: usize, voters: i32): i32 {
  memory.fill(OWNER, 255, countB << 2);
  memory.fill(partner, 255, countA << 2);
  memory.fill(fit, 0, countA << 2);
  let count = 0;
  for (let i = 0; i < countA; i++) {
    if (!(i & 3)) predict(pairs, voters, v128.load(a + (i << 2)), v128.load(a + ((countA + i) << 2)), index, i);
    const predicted = PREDICTED + ((i & 3) << 2);
    const nearest: f64 = load<f32>(predicted, NEAREST);
    if (nearest > GROW_reach) continue;
    const best = bestNear(predicted, GROW_slack + GROW_stretch * nearest, angle(a, countA, i), b, countB, fit);
    if (best < 0) continue;
    const rival = load<i32>(OWNER + (best << 2));
    if (rival >= 0) {
      store<i32>(partner + (rival << 2), -1);
      store<f32>(fit + (rival << 2), 0);
      count--;
    }
    store<i32>(OWNER + (best << 2), i);
    store<i32>(partner + (i << 2), best);
    store<f32>(fit + (i << 2), f32(bestFit));
    count++;
  }
  return count;
}

let bestFit: f64 = 0;

function bestNear(predicted: usize, reach: f64, own: f64, b: usize, countB: i32, fit: usize): i32 {
  const atX: f64 = load<f32>(predicted, X);
  const atY: f64 = load<f32>(predicted, Y);
  let best = -1;
  let turned = Infinity;
  bestFit = 0;
  for (let j = 0; j < countB; j++) {
    if (y(b, countB, j) < atY - reach) continue;
    const dx = x(b, j) - atX;
    const dy = y(b, countB, j) - atY;
    if (dy >= reach) break;
    const off = (dx * dx + dy * dy) / (reach * reach);
    if (off >= 1) continue;
    // Computed on first use, because most minutiae find nothing near.
    if (turned == Infinity) turned = own + atan2(load<f32>(predicted, SIN), load<f32>(predicted, COS));
    const turn = wrap(angle(b, countB, j) - turned) / GROW_angle;
    const value = (1 - off) * (1 - turn * turn);
    const rival = load<i32>(OWNER + (j << 2));
    if (value <= bestFit || (rival >= 0 && f64(load<f32>(fit + (rival << 2))) >= value)) continue;
    best = j;
    bestFit = value;
  }
  return best;
}
