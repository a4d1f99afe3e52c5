import { MAX_SCALE } from './constants.ts';
import type { Points } from './points.ts';

/** Turns and stretches a touch about its middle, then shifts it. */
export interface Alignment {
  readonly turn: number;
  readonly scale: number;
  readonly shiftX: number;
  readonly shiftY: number;
}

/** For each point of one touch the point of the other that it lies on, or NONE. */
export type Partners = Int16Array;
export const NONE = -1;

/** The motion of least squares over all pairs; undefined where there are too few to say. */
export function bestAlignment(one: Points, other: Points, partners: Partners): Alignment | undefined {
  const middle = middleOfPairs(one, other, partners);
  if (middle.pairs < 2) return undefined;
  let along = 0;
  let across = 0;
  let spread = 0;
  for (let i = 0; i < one.count; i++) {
    const j = partners[i]!;
    if (j === NONE) continue;
    const ax = one.x[i]! - middle.oneX;
    const ay = one.y[i]! - middle.oneY;
    const bx = other.x[j]! - middle.otherX;
    const by = other.y[j]! - middle.otherY;
    along += ax * bx + ay * by;
    across += ax * by - ay * bx;
    spread += ax * ax + ay * ay;
  }
  const scale = spread === 0 ? 1 : Math.hypot(along, across) / spread;
  return alignBy(Math.atan2(across, along), Math.min(MAX_SCALE, Math.max(1 / MAX_SCALE, scale)), middle);
}

interface MiddleOfPairs {
  readonly pairs: number;
  readonly oneX: number;
  readonly oneY: number;
  readonly otherX: number;
  readonly otherY: number;
}

function middleOfPairs(one: Points, other: Points, partners: Partners): MiddleOfPairs {
  let pairs = 0;
  let oneX = 0;
  let oneY = 0;
  let otherX = 0;
  let otherY = 0;
  for (let i = 0; i < one.count; i++) {
    const j = partners[i]!;
    if (j === NONE) continue;
    pairs++;
    oneX += one.x[i]!;
    oneY += one.y[i]!;
    otherX += other.x[j]!;
    otherY += other.y[j]!;
  }
  const n = Math.max(1, pairs);
  return { pairs, oneX: oneX / n, oneY: oneY / n, otherX: otherX / n, otherY: otherY / n };
}

function alignBy(turn: number, scale: number, { oneX, oneY, otherX, otherY }: MiddleOfPairs): Alignment {
  const cos = Math.cos(turn) * scale;
  const sin = Math.sin(turn) * scale;
  return { turn, scale, shiftX: otherX - (cos * oneX - sin * oneY), shiftY: otherY - (sin * oneX + cos * oneY) };
}
