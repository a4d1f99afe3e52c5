import { AGREEMENT, CELL } from '../constants.ts';
import { kernelsFor, place, run } from '../kernels/memory.ts';
import { newPlane, smooth, sumOfFour, type Plane } from './plane.ts';
import type { Mask } from './segment.ts';

const { fround } = Math;

/** −1 to 1 per cell: the correlation of two pictures of the same ridges around the cell. */
export function agreement(one: Plane, other: Plane, mask: Mask): Plane {
  const { radiusCells, passes } = AGREEMENT;
  const [dot, power, otherPower] = products(one, other, mask).map(
    (plane) => smooth(plane, radiusCells, passes).data,
  ) as [Float32Array, Float32Array, Float32Array];
  const out = newPlane(mask.width, mask.height);
  for (let i = 0; i < out.data.length; i++) {
    if (mask.data[i] === 1) out.data[i] = dot[i]! / Math.sqrt(power[i]! * otherPower[i]! + 1e-12);
  }
  return out;
}

/** Sums per cell of (a·b, a², b²), inside the finger only. */
function products(one: Plane, other: Plane, mask: Mask): readonly Plane[] {
  const out = [0, 1, 2].map(() => newPlane(mask.width, mask.height)) as [Plane, Plane, Plane];
  const [both, first, second] = out.map(({ data }) => data) as [Float32Array, Float32Array, Float32Array];
  const kernels = kernelsFor(both, first, second);
  if (kernels) {
    // biome-ignore format: one row a line
    run(() => kernels.products(
      place(one.data), place(other.data), place(mask.data), mask.width, mask.height, place(both), place(first), place(second),
    ));
    return out;
  }
  const sums = new Float32Array(3 * CELL);
  for (let cell = 0; cell < mask.data.length; cell++) {
    if (mask.data[cell] === 0) continue;
    sumProducts(one, other, Math.floor(cell / mask.width) * CELL * one.width + (cell % mask.width) * CELL, sums);
    both[cell] = sumOfFour(sums, 0);
    first[cell] = sumOfFour(sums, CELL);
    second[cell] = sumOfFour(sums, 2 * CELL);
  }
  return out;
}

/** Of one cell, a sum for each of its columns: a·b, then a², then b². */
function sumProducts(one: Plane, other: Plane, start: number, sums: Float32Array): void {
  for (let x = 0; x < CELL; x++) {
    let ab = fround(0);
    let aa = fround(0);
    let bb = fround(0);
    for (let y = 0, i = start + x; y < CELL; y++, i += one.width) {
      const a = one.data[i]!;
      const b = other.data[i]!;
      ab = fround(ab + fround(a * b));
      aa = fround(aa + fround(a * a));
      bb = fround(bb + fround(b * b));
    }
    sums[x] = ab;
    sums[CELL + x] = aa;
    sums[2 * CELL + x] = bb;
  }
}
