import { PI, round } from './angles';
import { sumOfFour } from './blocks';
// biome-ignore format: one list
import { LOCAL_angle, LOCAL_damping, MAP_orientationSteps, RINGS_damping, RINGS_minEarlySum, RINGS_minSimilarity, RINGS_tolerance, RINGS_weight } from './generated/constants';
import { BYTES, NUMBERS } from './neighbors';
import { BYTES_PER_MINUTIA } from './rings';

const TOLERANCE = round((RINGS_tolerance / PI) * MAP_orientationSteps);

/**
 * Similarity of the neighborhoods of each minutia of A and each of B. `out` must be zero. Per view: its ring points, or 0 if a view has none, and
 * the number of known points; its neighbors and their number. `points`: number of ring points.
 */
// biome-ignore format: the parameters of a kernel on one line
export function similarities(ringsA: usize, knownA: usize, nearA: usize, countsA: usize, rows: i32, ringsB: usize, knownB: usize, nearB: usize, countsB: usize, columns: i32, out: usize, points: i32): void {
  // Unused bytes are equal in both views and add this to each sum.
  const unused = f64(BYTES_PER_MINUTIA - points) * TOLERANCE;
  for (let i = 0; i < rows; i++) {
    const outer = ringsA ? v128.load(ringsA + i * BYTES_PER_MINUTIA) : i8x16.splat(0);
    const inner = ringsA ? v128.load(ringsA + i * BYTES_PER_MINUTIA, 16) : i8x16.splat(0);
    for (let j = 0; j < columns; j++, out += 4) {
      let flow: f64 = 1;
      if (ringsA) {
        const early = alike(outer, ringsB + j * BYTES_PER_MINUTIA);
        if (f64(early) < RINGS_minEarlySum * TOLERANCE) continue;
        const all = early + alike(inner, ringsB + j * BYTES_PER_MINUTIA + 16);
        flow = (f64(all) - unused) / (TOLERANCE * (fewer(knownA + i, knownB + j) + RINGS_damping));
        // If the ridges differ, the neighbors are not compared. Most pairs end here.
        if (flow < RINGS_minSimilarity) continue;
      }
      const sum = shared(nearA + i * BYTES, load<u8>(countsA + i), nearB + j * BYTES, load<u8>(countsB + j));
      const near = sum / (fewer(countsA + i, countsB + j) + LOCAL_damping);
      store<f32>(out, f32(ringsA ? (1 - RINGS_weight) * near + RINGS_weight * flow : near));
    }
  }
}

function fewer(one: usize, other: usize): f64 {
  return f64(min(load<u8>(one), load<u8>(other)));
}

/** Similarity of sixteen ring points, in steps: each adds TOLERANCE if equal, down to −TOLERANCE; 0 if only one is known. */
function alike(a: v128, other: usize): i32 {
  const b = v128.load(other);
  const straight = i8x16.sub(i8x16.max_u(a, b), i8x16.min_u(a, b));
  const apart = i8x16.min_u(straight, i8x16.sub(i8x16.splat(u8(MAP_orientationSteps)), straight));
  const near = i8x16.max_s(i8x16.sub(i8x16.splat(u8(TOLERANCE)), apart), i8x16.splat(-i8(TOLERANCE)));
  const unknown = i8x16.splat(-1);
  const told = v128.andnot(near, v128.xor(i8x16.eq(a, unknown), i8x16.eq(b, unknown)));
  return sumOfFour(i32x4.extadd_pairwise_i16x8_s(i16x8.extadd_pairwise_i8x16_s(told)));
}

/** Sums the best fit of each neighbor of one minutia among those of the other. Both lists are sorted by distance. */
function shared(one: usize, count: i32, other: usize, others: i32): f64 {
  const end = other + others * 4 * NUMBERS;
  let sum: f32 = 0;
  for (let k = 0, from = other; k < count; k++, one += 4 * NUMBERS) {
    const nearest = load<f32>(one) - load<f32>(one, 16);
    const farthest = load<f32>(one) + load<f32>(one, 16);
    while (from < end && load<f32>(from) < nearest) from += 4 * NUMBERS;
    if (from == end) break;
    let best: f32 = 0;
    for (let at = from; at < end && load<f32>(at) <= farthest; at += 4 * NUMBERS) best = fit(one, at, best);
    sum += best;
  }
  return sum;
}

function fit(one: usize, other: usize, best: f32): f32 {
  const ahead = load<f32>(one, 4) - load<f32>(other, 4);
  const aside = load<f32>(one, 8) - load<f32>(other, 8);
  const close = f32(1) - (ahead * ahead + aside * aside) * load<f32>(one, 20);
  if (close <= best) return best;
  // Both angles are between −π and π, so their difference is at most one turn too large.
  let apart = abs(load<f32>(one, 12) - load<f32>(other, 12));
  if (apart > f32(PI)) apart = f32(2 * PI) - apart;
  const off = apart * f32(1 / LOCAL_angle);
  return max(best, close * (f32(1) - off * off));
}
