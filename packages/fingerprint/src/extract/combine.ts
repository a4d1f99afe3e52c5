import { COMBINE } from '../constants.ts';
import { addressOf, place, withKernels } from '../kernels/memory.ts';
import { newPlane, type Plane } from './plane.ts';

const { fround } = Math;

/**
 * One picture from both paths, each at the same strength overall. The fixed band follows a ridge whose period is odd, the tuned
 * wave holds a ridge together where the band breaks; where one of them is weak the other decides.
 */
export function combine(band: Plane, waves: Plane): Plane {
  const out = newPlane(waves.width, waves.height);
  const part = fround((COMBINE.band * strength(waves)) / (strength(band) + 1e-12));
  withKernels((kernels) =>
    kernels.weightedSum(place(waves.data), place(band.data), part, addressOf(out.data), out.data.length),
  );
  return out;
}

function strength({ data }: Plane): number {
  return Math.sqrt(withKernels((kernels) => kernels.power(place(data), data.length)) / data.length);
}
