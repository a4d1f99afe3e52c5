import { MAP, RINGS } from '../constants.ts';
import type { RidgeMap } from '../ridges/map.ts';
import type { Prepared } from './prepare.ts';

const POINTS = ringPoints();
export const ALIKE = alikeTable();
export const RING_POINTS = POINTS.length / 2;

/** For each minutia the ridge directions on rings around it, turned into its own frame; MAP.outside where there is no finger. */
export function rings(view: Prepared, map: RidgeMap): Uint8Array {
  const out = new Uint8Array(view.count * RING_POINTS);
  for (let i = 0, at = 0; i < view.count; i++) {
    const cos = view.cos[i]!;
    const sin = view.sin[i]!;
    const own = (view.angle[i]! / Math.PI) * MAP.turnSteps;
    for (let k = 0; k < POINTS.length; k += 2, at++) {
      const x = view.x[i]! + cos * POINTS[k]! - sin * POINTS[k + 1]!;
      const y = view.y[i]! + sin * POINTS[k]! + cos * POINTS[k + 1]!;
      const turn = turnAt(map, x, y);
      out[at] = turn === MAP.outside ? MAP.outside : mod(Math.round(turn - own));
    }
  }
  return out;
}

export function turnAt(map: RidgeMap, x: number, y: number): number {
  const column = Math.floor((x - map.left) / MAP.cell);
  const row = Math.floor((y - map.top) / MAP.cell);
  if (column < 0 || row < 0 || column >= map.columns || row >= map.rows) return MAP.outside;
  return map.turn[row * map.columns + column]!;
}

/** −1 to 1: do the ridges around the two minutiae run alike? Few common points pull it to 0. */
export function ringSimilarity(a: Uint8Array, i: number, b: Uint8Array, j: number): number {
  let sum = 0;
  let common = 0;
  for (let k = i * RING_POINTS, l = j * RING_POINTS, end = k + RING_POINTS; k < end; k++, l++) {
    if (a[k] === MAP.outside || b[l] === MAP.outside) continue;
    sum += ALIKE[a[k]! - b[l]! + MAP.turnSteps]!;
    common++;
  }
  return sum / (common + RINGS.damping);
}

function mod(steps: number): number {
  return ((steps % MAP.turnSteps) + MAP.turnSteps) % MAP.turnSteps;
}

function ringPoints(): Float32Array {
  const points: number[] = [];
  for (const [radius, count] of RINGS.rings) {
    for (let k = 0; k < count; k++) {
      const angle = (2 * Math.PI * k) / count;
      points.push(radius * Math.cos(angle), radius * Math.sin(angle));
    }
  }
  return Float32Array.from(points);
}

/** Likeness by difference of steps: 1 when equal, 0 at the difference that chance gives, −1 at a right angle. */
function alikeTable(): Float32Array {
  return Float32Array.from({ length: 2 * MAP.turnSteps + 1 }, (_, k) => {
    const off = Math.abs(mod(k) > MAP.turnSteps / 2 ? mod(k) - MAP.turnSteps : mod(k)) * (Math.PI / MAP.turnSteps);
    return Math.max(-1, 1 - off / RINGS.tolerance);
  });
}
