import { RIDGES } from '../constants.ts';
import type { Kernels } from '../kernels/load.ts';
import { keep, kernelsFor, lying, place, run, workRoom } from '../kernels/memory.ts';
import type { RidgeMap } from '../ridges/map.ts';
import { type BlockCorrelations, blockCorrelations, correlationsAt } from './block-correlation.ts';
import type { MotionField } from './field.ts';
import { type RidgeBlocks, SHIFTS } from './ridge-blocks.ts';

/** Ridge on ridge, valley on valley? Correlations, −1 to 1, means over the blocks that both fingers cover. */
export interface RidgeAgreement {
  /** Where the minutiae alone say that the block lies; they know a place only to a few pixels. */
  readonly unshifted: number;
  /** At the shift across its ridges that the blocks around it find best, itself not asked: on one finger all move together. */
  readonly predicted: number;
  /** At the shift that it and the blocks around it find best. */
  readonly joined: number;
  /** Part of the blocks that agree there, by how clearly. */
  readonly clear: number;
}

export function ridgeAgreement(a: RidgeBlocks, b: RidgeMap, field: MotionField): RidgeAgreement {
  const kernels = kernelsFor();
  if (kernels) return run(() => byKernel(kernels, a, b, field));
  const found = blockCorrelations(a, b, field);
  const votes = new Float32Array(SHIFTS);
  let total: number = RIDGES.damping;
  let unshifted = 0;
  let predicted = 0;
  let joined = 0;
  let clear = 0;
  for (let node = 0; node < found.covered.length; node++) {
    const weight = found.covered[node]!;
    if (weight === 0) continue;
    const own = found.correlation.subarray(node * SHIFTS, (node + 1) * SHIFTS);
    total += weight;
    unshifted += weight * own[RIDGES.maxShift]!;
    if (voteAround(found, field, node, votes) > 0) predicted += weight * own[bestOf(votes)]!;
    for (let k = 0; k < SHIFTS; k++) votes[k]! += weight * own[k]!;
    const together = own[bestOf(votes)]!;
    joined += weight * together;
    clear += weight * Math.max(0, Math.min(1, (together - RIDGES.agree) / (RIDGES.clear - RIDGES.agree)));
  }
  return means(total, unshifted, predicted, joined, clear);
}

function means(total: number, unshifted: number, predicted: number, joined: number, clear: number): RidgeAgreement {
  return {
    unshifted: unshifted / total,
    predicted: predicted / total,
    joined: joined / total,
    clear: clear / total,
  };
}

/** As the kernel takes them. */
const SETTINGS = Float64Array.of(RIDGES.minAlike, RIDGES.agree, RIDGES.clear - RIDGES.agree);
/** What its sums begin with. */
const BEGIN = Float64Array.of(RIDGES.damping, 0, 0, 0, 0);

/** Of a block: its votes, and whether any block around it had one. */
const VOTE_BYTES = 48;

function byKernel(kernels: Kernels, a: RidgeBlocks, b: RidgeMap, field: MotionField): RidgeAgreement {
  const found = correlationsAt(kernels, a, b, field);
  const sums = place(BEGIN);
  kernels.agreement(
    found,
    field.columns,
    field.rows,
    workRoom(VOTE_BYTES * field.columns * field.rows),
    sums,
    keep(SETTINGS),
  );
  const [total, unshifted, predicted, joined, clear] = lying.doubles(sums, BEGIN.length);
  return means(total!, unshifted!, predicted!, joined!, clear!);
}

/** Of equally good shifts the smallest index, but none at all rather than a bad one. */
function bestOf(votes: Float32Array): number {
  let best: number = RIDGES.maxShift;
  for (let k = 0; k < SHIFTS; k++) if (votes[k]! > votes[best]!) best = k;
  return best;
}

/**
 * Sums the correlations of the blocks around one, each at the shift that it would see if all moved alike across this one's ridges.
 * Returns how many there were to ask, by their covered parts.
 */
function voteAround(
  found: BlockCorrelations,
  { columns, rows }: MotionField,
  node: number,
  votes: Float32Array,
): number {
  const { covered, acrossX, acrossY } = found;
  const column = node % columns;
  const row = Math.floor(node / columns);
  let asked = 0;
  votes.fill(0);
  for (let r = Math.max(0, row - 1); r <= Math.min(rows - 1, row + 1); r++) {
    for (let c = Math.max(0, column - 1); c <= Math.min(columns - 1, column + 1); c++) {
      const other = r * columns + c;
      if (other === node || covered[other] === 0) continue;
      const alike = acrossX[node]! * acrossX[other]! + acrossY[node]! * acrossY[other]!;
      // Where the ridges run at a wide angle to this block's, they tell nothing about a shift across them.
      if (Math.abs(alike) < RIDGES.minAlike) continue;
      asked += covered[other]!;
      addVotes(found, other, alike, votes);
    }
  }
  return asked;
}

function addVotes(
  { covered, correlation }: BlockCorrelations,
  other: number,
  alike: number,
  votes: Float32Array,
): void {
  const weight = covered[other]!;
  for (let k = 0; k < SHIFTS; k++) {
    const at = (k - RIDGES.maxShift) * alike + RIDGES.maxShift;
    // Two directions of length one may be alike by a little more than one.
    const low = Math.max(0, Math.min(SHIFTS - 2, Math.floor(at)));
    const from = other * SHIFTS + low;
    votes[k]! += weight * (correlation[from]! + (at - low) * (correlation[from + 1]! - correlation[from]!));
  }
}
