import { AGREEMENT } from '../constants.ts';
import { call } from '../kernels/memory.ts';
import { newPlane, smooth, type Plane } from './plane.ts';
import type { Mask } from './segment.ts';

/** −1 to 1 per cell: the local correlation of two pictures of the same ridges. */
export function agreement(one: Plane, other: Plane, { width, height, data: mask }: Mask): Plane {
  const products = [newPlane(width, height), newPlane(width, height), newPlane(width, height)] as const;
  const [both, first, second] = products;
  call('products', one.data, other.data, mask, width, height, both.data, first.data, second.data);
  const [dot, power, otherPower] = products.map((plane) => smooth(plane, AGREEMENT.radiusCells, AGREEMENT.passes).data);
  const out = newPlane(width, height);
  for (let i = 0; i < out.data.length; i++)
    if (mask[i] === 1) out.data[i] = dot![i]! / Math.sqrt(power![i]! * otherPower![i]! + 1e-12);
  return out;
}
