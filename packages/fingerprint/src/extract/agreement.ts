import { AGREEMENT, CELL } from '../constants.ts';
import { newPlane, smooth, type Plane } from './plane.ts';
import type { Mask } from './segment.ts';

/** −1 to 1 per cell: the correlation of two pictures of the same ridges around the cell. */
export function agreement(one: Plane, other: Plane, mask: Mask): Plane {
  const products = [
    newPlane(mask.width, mask.height),
    newPlane(mask.width, mask.height),
    newPlane(mask.width, mask.height),
  ];
  const [both, first, second] = products as [Plane, Plane, Plane];
  const { width } = one;
  for (let cell = 0; cell < mask.data.length; cell++) {
    if (mask.data[cell] === 0) continue;
    const start = Math.floor(cell / mask.width) * CELL * width + (cell % mask.width) * CELL;
    let ab = 0;
    let aa = 0;
    let bb = 0;
    for (let y = 0; y < CELL; y++) {
      for (let i = start + y * width, end = i + CELL; i < end; i++) {
        const a = one.data[i]!;
        const b = other.data[i]!;
        ab += a * b;
        aa += a * a;
        bb += b * b;
      }
    }
    both.data[cell] = ab;
    first.data[cell] = aa;
    second.data[cell] = bb;
  }
  const [dot, power, otherPower] = products.map(
    (plane) => smooth(plane, AGREEMENT.radiusCells, AGREEMENT.passes).data,
  ) as [Float32Array, Float32Array, Float32Array];
  const out = newPlane(mask.width, mask.height);
  for (let i = 0; i < out.data.length; i++) {
    if (mask.data[i] === 1) out.data[i] = dot[i]! / Math.sqrt(power[i]! * otherPower[i]! + 1e-12);
  }
  return out;
}
