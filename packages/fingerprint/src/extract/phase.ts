import { CELL, MINUTIAE, ORIENTATION, PHASE } from '../constants.ts';
import { ImageError } from '../errors.ts';
import type { RawMinutia } from './detect.ts';
import { angleAt, type Orientation } from './orientation.ts';
import type { Plane } from './plane.ts';
import type { Mask } from './segment.ts';

/** The phase grows by one turn per ridge. Around the start of a ridge it gains or loses one whole turn. */
export function phaseMinutiae(even: Plane, odd: Plane, field: Orientation, period: Plane, mask: Mask): RawMinutia[] {
  const found: RawMinutia[] = [];
  const { width } = even;
  for (let cell = 0; cell < mask.data.length; cell++) {
    // Each square of four pixels may reach into the cells to the right and below.
    if ((mask.data[cell]! & mask.data[cell + 1]! & mask.data[cell + mask.width]!) === 0) continue;
    const left = (cell % mask.width) * CELL;
    const top = Math.floor(cell / mask.width) * CELL;
    const isOneWay = runsOneWay(field, cell, mask.width);
    for (let y = top; y < top + CELL; y++) {
      for (let x = left; x < left + CELL; x++) {
        const at = y * width + x;
        const insideCell = isOneWay || (x < left + CELL - 1 && y < top + CELL - 1);
        if (!changesSign(even, at) || (insideCell && !changesSign(odd, at))) continue;
        const turns = turnsAround(even, odd, at, field, mask.width);
        if (turns === 0) continue;
        if (found.length === MINUTIAE.maxFound)
          throw new ImageError('no_finger', 'The image is full of ridges that begin, as no finger is.');
        found.push(minutiaAt(x, y, turns > 0, even, angleAt(field, cell), period.data[cell]!));
      }
    }
  }
  return found.sort((a, b) => a.y - b.y || a.x - b.x);
}

function runsOneWay({ step }: Orientation, cell: number, columns: number): boolean {
  const half = ORIENTATION.steps / 2;
  const here = step[cell]!;
  return (
    Math.abs(step[cell + 1]! - here) <= half &&
    Math.abs(step[cell + columns]! - here) <= half &&
    Math.abs(step[cell + columns + 1]! - here) <= half
  );
}

/** Whether some but not all of a square of four pixels are positive. `at`: its upper left pixel. */
function changesSign({ width, data }: Plane, at: number): boolean {
  const isPositive = data[at]! > 0;
  return (
    data[at + 1]! > 0 !== isPositive || data[at + width]! > 0 !== isPositive || data[at + width + 1]! > 0 !== isPositive
  );
}

/** Whole turns of the phase on the way around a square of four pixels, from x toward y. */
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
    // Directions wrap at a half turn. There "across" and the odd wave change their sign.
    const flipped = Math.abs(stepAt(next) - first) > ORIENTATION.steps / 2;
    const [nextRe, nextIm] = [even.data[next]!, flipped ? -odd.data[next]! : odd.data[next]!];
    sum += Math.atan2(re * nextIm - im * nextRe, re * nextRe + im * nextIm);
    [re, im] = [nextRe, nextIm];
  }
  return Math.round(sum / (2 * Math.PI));
}

/** The minutia points to the side with one more ridge: an ending if a ridge begins there, a bifurcation if a valley does. */
function minutiaAt(x: number, y: number, forward: boolean, even: Plane, along: number, period: number): RawMinutia {
  const angle = (forward ? along : along + Math.PI) % (2 * Math.PI);
  const ahead = PHASE.ahead * period;
  const at = Math.round(y + ahead * Math.sin(angle)) * even.width + Math.round(x + ahead * Math.cos(angle));
  return { x, y, angle, bifurcation: even.data[at]! <= 0, quality: 0, confirmed: false };
}
