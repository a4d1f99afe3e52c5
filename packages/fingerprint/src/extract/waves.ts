import { CELL, ORIENTATION, WAVES } from '../constants.ts';
import type { Orientation } from './orientation.ts';
import { boxMean, newPlane, type Plane } from './plane.ts';
import type { Mask } from './segment.ts';

const ACROSS = Array.from({ length: ORIENTATION.steps }, (_, step) => {
  const angle = (step * Math.PI) / ORIENTATION.steps + Math.PI / 2;
  return { dx: Math.cos(angle), dy: Math.sin(angle) };
});

/**
 * How often ridge and valley take turns on a line across the rough ridge direction, per cell: to both sides of it or as far to one side,
 * whichever shows more, because at the edge of a finger there are ridges on one side alone. Ridges take turns again and again; the edge of
 * a glass plate, a frame or a scratch does once or twice, however strong it is.
 */
export function waveCount(lines: Plane, field: Orientation, region: Mask): Plane {
  const out = newPlane(region.width, region.height);
  const { stepCells } = WAVES;
  for (let y = 0; y < region.height; y += stepCells) {
    for (let x = 0; x < region.width; x += stepCells) {
      const cell = y * region.width + x;
      if (region.data[cell] === 0) continue;
      const { dx, dy } = ACROSS[field.step[cell]!]!;
      const crest = WAVES.crest * strength(lines, x * CELL, y * CELL, dx, dy);
      const [near, far] = turnsOf(lines, x * CELL, y * CELL, dx, dy, crest);
      const [back, farBack] = turnsOf(lines, x * CELL, y * CELL, -dx, -dy, crest);
      const turns = Math.max(near + back, far, farBack);
      for (let v = y; v < Math.min(y + stepCells, region.height); v++)
        out.data.fill(turns, v * region.width + x, v * region.width + Math.min(x + stepCells, region.width));
    }
  }
  return out;
}

/** Root mean square of the line to both sides, where it shows anything. */
function strength({ width, height, data }: Plane, x: number, y: number, dx: number, dy: number): number {
  let squares = 0;
  let count = 0;
  for (let k = -WAVES.reach; k <= WAVES.reach; k++) {
    const column = Math.round(x + k * dx);
    const row = Math.round(y + k * dy);
    if (column < 0 || row < 0 || column >= width || row >= height) continue;
    const value = data[row * width + column]!;
    if (value === 0) continue;
    squares += value * value;
    count++;
  }
  return Math.sqrt(squares / Math.max(1, count));
}

/** Crests and troughs that take turns from a place on: within half of the way, and within all of it. */
function turnsOf(
  { width, height, data }: Plane,
  x: number,
  y: number,
  dx: number,
  dy: number,
  crest: number,
): [number, number] {
  let side = 0;
  let turns = 0;
  let near = 0;
  for (let k = 0; k <= WAVES.reach; k++) {
    const column = Math.round(x + k * dx);
    const row = Math.round(y + k * dy);
    if (column < 0 || row < 0 || column >= width || row >= height) break;
    const value = data[row * width + column]!;
    const now = value > crest ? 1 : value < -crest ? -1 : side;
    if (now !== side) turns++;
    side = now;
    if (2 * k <= WAVES.reach) near = turns;
  }
  return [near, turns];
}

export function calmCoherence({ width, height, coherence }: Orientation): Plane {
  return boxMean({ width, height, data: coherence }, 2);
}
