import { CELL, MINUTIAE } from '../constants.ts';
import { ImageError } from '../errors.ts';
import type { Bitmap } from './thin.ts';
import { angleAt, type Orientation } from './orientation.ts';
import { follow, lineEnds, steps } from './skeleton.ts';
import type { Mask } from './segment.ts';

/** A minutia on the padded image: whole pixels; its angle in radians with y down points into the ridge or between the branches. */
export interface RawMinutia {
  x: number;
  y: number;
  angle: number;
  bifurcation: boolean;
  /** Not rounded, to rank minutiae that have equal whole numbers in the record. */
  quality: number;
  /** Found by both detectors: in the thinned lines and in the phase of the ridges. */
  confirmed: boolean;
}

export function detect(skeleton: Bitmap, field: Orientation, mask: Mask): RawMinutia[] {
  const { width } = skeleton;
  const { at, kind } = lineEnds(skeleton, mask, MINUTIAE.maxFound + 1);
  if (at.length > MINUTIAE.maxFound)
    throw new ImageError('no_finger', 'The image is full of lines that end, as no finger is.');
  const moves = steps(width);
  const path = new Int32Array(MINUTIAE.traceLength);
  return Array.from(at, (i, k) => {
    const x = i % width;
    const y = (i - x) / width;
    const along = angleAt(field, Math.floor(y / CELL) * mask.width + Math.floor(x / CELL));
    const angle = direction(skeleton, i, along, moves, path);
    return { x, y, angle, bifurcation: kind[k] === 3, quality: 0, confirmed: false };
  });
}

/** The sum of the branches points into the ridge of an ending and between the branches of a bifurcation. */
function direction(skeleton: Bitmap, i: number, along: number, moves: readonly number[], path: Int32Array): number {
  const { width, data } = skeleton;
  let dx = 0;
  let dy = 0;
  for (const move of branches(data, i, width, moves)) {
    const length = follow(skeleton, moves, i, i + move, MINUTIAE.traceLength, path);
    const last = path[length - 1]!;
    const bx = (last % width) - (i % width);
    const by = Math.floor(last / width) - Math.floor(i / width);
    const size = Math.hypot(bx, by) || 1;
    dx += bx / size;
    dy += by / size;
  }
  const side = dx * Math.cos(along) + dy * Math.sin(along) >= 0 ? along : along + Math.PI;
  return side % (2 * Math.PI);
}

/** One step per branch: of two adjacent steps only the straight one counts. */
function branches(data: Uint8Array, i: number, width: number, moves: readonly number[]): number[] {
  const taken: number[] = [];
  for (const move of moves) {
    if (data[i + move] !== 1) continue;
    if (taken.some((other) => Math.abs(other - move) === 1 || Math.abs(other - move) === width)) continue;
    taken.push(move);
  }
  return taken;
}
