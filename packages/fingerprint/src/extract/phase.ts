import { CELL, MINUTIAE, ORIENTATION, PHASE } from '../constants.ts';
import { ImageError } from '../errors.ts';
import { call, newBytes } from '../kernels/memory.ts';
import type { RawMinutia } from './detect.ts';
import { angleAt, type Orientation } from './orientation.ts';
import type { Plane } from './plane.ts';
import type { Mask } from './segment.ts';

/**
 * Minutiae without lines: the even and the odd wave together give the phase of the ridges, which grows by a turn from ridge to ridge. Where
 * a ridge begins, one side has a ridge more than the other, so that on the way around such a place the phase gains or loses one whole turn.
 */
export function phaseMinutiae(even: Plane, odd: Plane, field: Orientation, period: Plane, mask: Mask): RawMinutia[] {
  const found: RawMinutia[] = [];
  const { width } = even;
  const changes = signChanges(even, odd);
  // Cells are four pixels wide, which one word holds; most hold no change at all.
  const fours = new Uint32Array(changes.buffer, changes.byteOffset, changes.length >> 2);
  for (let cell = 0; cell < mask.data.length; cell++) {
    // Each square of four pixels may reach into the cells to the right and below.
    if ((mask.data[cell]! & mask.data[cell + 1]! & mask.data[cell + mask.width]!) === 0) continue;
    const left = (cell % mask.width) * CELL;
    const top = Math.floor(cell / mask.width) * CELL;
    const isOneWay = runsOneWay(field, cell, mask.width);
    for (let y = top; y < top + CELL; y++) {
      const four = fours[(y * width + left) >> 2]!;
      if (four === 0 || (isOneWay && (four & FOUR_BOTH) === 0)) continue;
      for (let x = left; x < left + CELL; x++) {
        const at = y * width + x;
        const insideCell = isOneWay || (x < left + CELL - 1 && y < top + CELL - 1);
        if (changes[at] === NOWHERE || (insideCell && changes[at] === EVEN_ALONE)) continue;
        const turns =
          (insideCell ? turnsInside(even, odd, at) : undefined) ?? turnsAround(even, odd, at, field, mask.width);
        if (turns === 0) continue;
        if (found.length === MINUTIAE.maxFound)
          throw new ImageError('no_finger', 'The image is full of ridges that begin, as no finger is.');
        found.push(minutiaAt(x, y, turns > 0, even, angleAt(field, cell), period.data[cell]!));
      }
    }
  }
  return found.sort((a, b) => a.y - b.y || a.x - b.x);
}

/** Does "across" point the same way here as in the cells to the right and below? It nearly always does. */
function runsOneWay({ step }: Orientation, cell: number, columns: number): boolean {
  const half = ORIENTATION.steps / 2;
  const here = step[cell]!;
  return (
    Math.abs(step[cell + 1]! - here) <= half &&
    Math.abs(step[cell + columns]! - here) <= half &&
    Math.abs(step[cell + columns + 1]! - here) <= half
  );
}

const NOWHERE = 0;
const BOTH = 1;
const EVEN_ALONE = 2;
/** BOTH in each of four bytes. */
const FOUR_BOTH = 0x01010101 * BOTH;

/** Of each pixel with those to its right and below: where do the waves change their measure? */
function signChanges(even: Plane, odd: Plane): Uint8Array {
  const { width, height } = even;
  const out = newBytes(width * height);
  call('signChanges', even.data, odd.data, out, width, height);
  return out;
}

/**
 * Whole turns of the phase on the way around a square of four pixels, from x towards y, where "across" points one way on all of them: how often
 * the way passes the negative axis. Undefined where two of them lie opposite each other, and which way is the shorter one cannot be told.
 */
function turnsInside({ width, data: even }: Plane, { data: odd }: Plane, at: number): number | undefined {
  const one = passes(even[at]!, odd[at]!, even[at + 1]!, odd[at + 1]!);
  const two = passes(even[at + 1]!, odd[at + 1]!, even[at + width + 1]!, odd[at + width + 1]!);
  const three = passes(even[at + width + 1]!, odd[at + width + 1]!, even[at + width]!, odd[at + width]!);
  const four = passes(even[at + width]!, odd[at + width]!, even[at]!, odd[at]!);
  const turns = one + two + three + four;
  return Number.isNaN(turns) ? undefined : turns;
}

/** 1 or −1 where the shorter way from one number to the other passes the negative axis, else 0. Products of 32-bit numbers are exact, and so is the measure. */
function passes(re: number, im: number, nextRe: number, nextIm: number): number {
  const cross = re * nextIm - im * nextRe;
  if (cross === 0) return Number.NaN;
  if (im >= 0 === nextIm >= 0) return 0;
  return im >= 0 ? (cross > 0 ? 1 : 0) : cross < 0 ? -1 : 0;
}

/** The same wherever the square lies. */
function turnsAround(even: Plane, odd: Plane, at: number, field: Orientation, columns: number): number {
  const { width } = even;
  const stepAt = (pixel: number): number => {
    const x = pixel % width;
    return field.step[Math.floor((pixel - x) / width / CELL) * columns + Math.floor(x / CELL)]!;
  };
  const first = stepAt(at);
  let sum = 0;
  let [re, im] = [even.data[at]!, odd.data[at]!];
  for (const next of [at + 1, at + width + 1, at + width, at]) {
    // Directions wrap at a half turn: there "across" points the other way, and the odd wave with it.
    const flipped = Math.abs(stepAt(next) - first) > ORIENTATION.steps / 2;
    const [nextRe, nextIm] = [even.data[next]!, flipped ? -odd.data[next]! : odd.data[next]!];
    sum += Math.atan2(re * nextIm - im * nextRe, re * nextRe + im * nextIm);
    [re, im] = [nextRe, nextIm];
  }
  return Math.round(sum / (2 * Math.PI));
}

/** It points to the side that has a ridge more; a ridge begins there or, between two branches, a valley. */
function minutiaAt(x: number, y: number, forward: boolean, even: Plane, along: number, period: number): RawMinutia {
  const angle = (forward ? along : along + Math.PI) % (2 * Math.PI);
  const ahead = PHASE.ahead * period;
  const at = Math.round(y + ahead * Math.sin(angle)) * even.width + Math.round(x + ahead * Math.cos(angle));
  return { x, y, angle, bifurcation: even.data[at]! <= 0, quality: 0, confirmed: false };
}
