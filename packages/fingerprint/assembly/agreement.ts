import { number, SHIFTS } from './blocks';
import { RIDGES_agree, RIDGES_clear, RIDGES_damping, RIDGES_maxShift, RIDGES_minAlike } from './generated/constants';

const MIDDLE = i32(RIDGES_maxShift);
/** 32-bit sums of one block: the votes of the blocks around it for each shift. */
const VOTES = memory.data(4 * SHIFTS);

/**
 * Writes four doubles to `out`, as means over the blocks: the correlation without a shift, at the predicted and at the joined shift, and how clear
 * the joined one is. `found`: the output of `correlate`.
 */
export function agreement(found: usize, columns: i32, rows: i32, out: usize): void {
  const nodes = columns * rows;
  let total = RIDGES_damping;
  let unshifted: f64 = 0;
  let predicted: f64 = 0;
  let joined: f64 = 0;
  let clear: f64 = 0;
  for (let node = 0; node < nodes; node++) {
    const weight = number(found, 0, nodes, node);
    if (weight == 0) continue;
    const own = correlations(found, nodes, node);
    total += weight;
    unshifted += weight * f64(load<f32>(own + (MIDDLE << 2)));
    if (voteAround(found, columns, rows, node)) predicted += weight * f64(load<f32>(own + (best() << 2)));
    for (let k = 0; k < SHIFTS << 2; k += 4) vote(k, f32(weight) * load<f32>(own + k));
    const together: f64 = load<f32>(own + (best() << 2));
    joined += weight * together;
    clear += weight * max(0, min(1, (together - RIDGES_agree) / (RIDGES_clear - RIDGES_agree)));
  }
  store<f64>(out, unshifted / total);
  store<f64>(out, predicted / total, 8);
  store<f64>(out, joined / total, 16);
  store<f64>(out, clear / total, 24);
}

function correlations(found: usize, nodes: i32, node: i32): usize {
  return found + ((3 * nodes + node * SHIFTS) << 2);
}

function vote(k: i32, value: f32): void {
  store<f32>(VOTES + k, load<f32>(VOTES + k) + value);
}

/** The first of equally good shifts, but no shift if none is better. */
function best(): i32 {
  let best = MIDDLE;
  for (let k = 0; k < SHIFTS; k++) if (load<f32>(VOTES + (k << 2)) > load<f32>(VOTES + (best << 2))) best = k;
  return best;
}

/** Sums the correlations of the blocks around one, at the shifts that they see if all move together. Returns false if there are no such blocks. */
function voteAround(found: usize, columns: i32, rows: i32, node: i32): bool {
  const nodes = columns * rows;
  const column = node % columns;
  const row = node / columns;
  let asked = false;
  memory.fill(VOTES, 0, SHIFTS << 2);
  for (let r = max(0, row - 1); r <= min(rows - 1, row + 1); r++) {
    for (let c = max(0, column - 1); c <= min(columns - 1, column + 1); c++) {
      const other = r * columns + c;
      const weight = number(found, 0, nodes, other);
      if (other == node || weight == 0) continue;
      const alike =
        number(found, 1, nodes, node) * number(found, 1, nodes, other) +
        number(found, 2, nodes, node) * number(found, 2, nodes, other);
      // Ridges at a wide angle to those of this block cannot measure its shift.
      if (abs(alike) < RIDGES_minAlike) continue;
      asked = true;
      addVotes(correlations(found, nodes, other), f32(weight), f32(alike));
    }
  }
  return asked;
}

function addVotes(correlation: usize, weight: f32, alike: f32): void {
  for (let k = 0; k < SHIFTS; k++) {
    const at = f32(k - MIDDLE) * alike + f32(MIDDLE);
    // Rounding may make the dot product slightly larger than 1.
    const low = max(0, min(SHIFTS - 2, i32(at)));
    const from = correlation + (low << 2);
    const lower = load<f32>(from);
    vote(k << 2, weight * (lower + (at - f32(low)) * (load<f32>(from, 4) - lower)));
  }
}
