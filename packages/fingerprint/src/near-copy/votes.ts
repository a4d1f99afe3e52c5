import type { Alignment } from './alignment.ts';
import type { Points } from './capture.ts';
import { DIRECTION_STEPS, VOTES } from './constants.ts';

const { turns, cell, side, voters, tried } = VOTES;
/** The direction steps per voted turn are a power of two. */
const TURN_BITS = Math.log2(DIRECTION_STEPS / turns);
const HALF_A_TURN = DIRECTION_STEPS / turns / 2;
const PER_TURN = side * side;
const COS = Float64Array.from({ length: DIRECTION_STEPS }, (_, k) => Math.cos((2 * Math.PI * k) / DIRECTION_STEPS));
const SIN = Float64Array.from({ length: DIRECTION_STEPS }, (_, k) => Math.sin((2 * Math.PI * k) / DIRECTION_STEPS));

/** Reused for each pair of views, because allocating it takes longer than filling it. */
const ballot = new Float32Array(turns * PER_TURN);

/** The alignments with the most votes. The cost depends only on the number of minutiae, never on their positions. */
export function likelyAlignments(one: Points, other: Points): Alignment[] {
  const votes = ballot.fill(0);
  const every = Math.max(1, one.count / voters);
  for (let k = 0; k < one.count; k += every) {
    const i = Math.floor(k);
    for (let j = 0; j < other.count; j++) {
      const turn = (other.step[j]! - one.step[i]!) & (DIRECTION_STEPS - 1);
      const shiftX = other.x[j]! - (COS[turn]! * one.x[i]! - SIN[turn]! * one.y[i]!);
      const shiftY = other.y[j]! - (SIN[turn]! * one.x[i]! + COS[turn]! * one.y[i]!);
      vote(
        votes,
        ((turn + HALF_A_TURN) >> TURN_BITS) & (turns - 1),
        shiftX / cell + side / 2,
        shiftY / cell + side / 2,
      );
    }
  }
  return mostVotes(votes).map((at) => {
    const turn = (Math.floor(at / PER_TURN) * 2 * Math.PI) / turns;
    const [cos, sin] = [Math.cos(turn), Math.sin(turn)];
    const shiftX = ((at % side) - side / 2) * cell;
    const shiftY = ((Math.floor(at / side) % side) - side / 2) * cell;
    return { xx: cos, xy: -sin, yx: sin, yy: cos, shiftX, shiftY };
  });
}

/** A vote is shared by the four cells around it, so that none is lost between two cells. */
function vote(votes: Float32Array, turn: number, x: number, y: number): void {
  if (x < 0 || y < 0 || x >= side - 1 || y >= side - 1) return;
  const column = x | 0;
  const row = y | 0;
  const right = x - column;
  const below = y - row;
  const corner = turn * PER_TURN + row * side + column;
  votes[corner]! += (1 - right) * (1 - below);
  votes[corner + 1]! += right * (1 - below);
  votes[corner + side]! += (1 - right) * below;
  votes[corner + side + 1]! += right * below;
}

function mostVotes(votes: Float32Array): number[] {
  const best: number[] = [];
  let least = 0;
  for (let at = 0; at < votes.length; at++) {
    const here = votes[at]!;
    if (here <= least) continue;
    if (best.length === tried) best.pop();
    let place = best.length;
    while (place > 0 && votes[best[place - 1]!]! < here) place--;
    best.splice(place, 0, at);
    if (best.length === tried) least = votes[best[tried - 1]!]!;
  }
  return best;
}
