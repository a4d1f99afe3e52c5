import { AGREEMENT } from '../constants.ts';
import { addressOf, place, withKernels } from '../kernels/memory.ts';
import { newPlane, smooth, type Plane } from './plane.ts';
import type { Mask } from './segment.ts';

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
  // biome-ignore format: one row a line
  withKernels((kernels) => kernels.products(
    place(one.data), place(other.data), place(mask.data), mask.width, mask.height, addressOf(both), addressOf(first), addressOf(second),
  ));
  return out;
}
