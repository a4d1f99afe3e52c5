import { RINGS } from '../constants.ts';
import { addressOf, newBytes, place, withKernels } from '../kernels/memory.ts';
import type { RidgeMap } from '../ridges/map.ts';
import type { MinutiaArrays } from './minutia-arrays.ts';

/** No step: no finger there, or room that is not used. */
const NONE = 255;
const POINTS = ringPoints();
export const RING_POINTS = POINTS.length / 2;
/** Room for the points of a minutia: whole vectors. */
const ROOM = 32;

/** The ridge orientations on rings around each minutia, relative to its own direction. */
export interface Rings {
  /** Steps, ROOM per minutia; NONE where there is no finger. */
  readonly orientation: Uint8Array;
  /** How many points of each minutia lie on the finger. */
  readonly known: Uint8Array;
}

export function rings(view: MinutiaArrays, map: RidgeMap): Rings {
  const orientation = newBytes(view.count * ROOM).fill(NONE);
  const known = newBytes(view.count);
  // biome-ignore format: one row a line
  withKernels((kernels) => kernels.rings(
    place(view.places), view.count, place(map.orientation), map.columns, map.rows, map.left, map.top,
    place(POINTS), RING_POINTS, addressOf(orientation), addressOf(known),
  ));
  return { orientation, known };
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
