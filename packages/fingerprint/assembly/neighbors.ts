import { wrap } from './angles';
import {
  LOCAL_slack,
  LOCAL_stretch,
  NEIGHBORS_count,
  NEIGHBORS_minDistance,
  NEIGHBORS_radius,
} from './generated/constants';
import { angle, cos, sin, x, y } from './minutiae';

const MOST = i32(NEIGHBORS_count);
/** Scratch: the neighbors of one minutia, nearest first, and their squared distances. */
const INDEX = memory.data(4 * MOST);
const SQUARES = memory.data(8 * MOST);

/** Per neighbor: distance, distance ahead and aside, angle between the directions, tolerance for a counterpart, and one over its square. */
export const NUMBERS = 6;
export const BYTES = 4 * NUMBERS * MOST;

/** The nearest neighbors of each minutia in its own frame, nearest first. `counts`: the number of neighbors of each. */
export function neighbors(view: usize, count: i32, near: usize, counts: usize): void {
  for (let i = 0; i < count; i++, near += BYTES) {
    const found = nearest(view, count, i);
    store<u8>(counts + i, found);
    for (let k = 0; k < found; k++) describe(view, count, i, load<i32>(INDEX + (k << 2)), near + k * 4 * NUMBERS);
  }
}

function nearest(view: usize, all: i32, i: i32): i32 {
  let count = 0;
  for (let n = 1; n < all; n++) {
    // Down from the minutia, then up: of equally near ones the first is kept.
    const k = i + n < all ? i + n : all - 1 - n;
    const dx = x(view, k) - x(view, i);
    const dy = y(view, all, k) - y(view, all, i);
    const square = dx * dx + dy * dy;
    if (square > NEIGHBORS_radius * NEIGHBORS_radius) continue;
    if (square < NEIGHBORS_minDistance * NEIGHBORS_minDistance || (count == MOST && square >= last())) continue;
    if (count < MOST) count++;
    insert(k, square, count - 1);
  }
  return count;
}

function last(): f64 {
  return load<f64>(SQUARES + ((MOST - 1) << 3));
}

function insert(k: i32, square: f64, at: i32): void {
  for (; at > 0 && load<f64>(SQUARES + ((at - 1) << 3)) > square; at--) {
    store<f64>(SQUARES + (at << 3), load<f64>(SQUARES + ((at - 1) << 3)));
    store<i32>(INDEX + (at << 2), load<i32>(INDEX + ((at - 1) << 2)));
  }
  store<f64>(SQUARES + (at << 3), square);
  store<i32>(INDEX + (at << 2), k);
}

function describe(view: usize, count: i32, i: i32, other: i32, out: usize): void {
  const dx = x(view, other) - x(view, i);
  const dy = y(view, count, other) - y(view, count, i);
  const distance = sqrt(dx * dx + dy * dy);
  const slack = LOCAL_slack + LOCAL_stretch * distance;
  store<f32>(out, f32(distance));
  store<f32>(out, f32(dx * cos(view, count, i) + dy * sin(view, count, i)), 4);
  store<f32>(out, f32(dy * cos(view, count, i) - dx * sin(view, count, i)), 8);
  store<f32>(out, f32(wrap(angle(view, count, other) - angle(view, count, i))), 12);
  store<f32>(out, f32(slack), 16);
  store<f32>(out, f32(1 / (slack * slack)), 20);
}
