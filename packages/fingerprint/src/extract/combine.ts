import { COMBINE } from '../constants.ts';
import { kernelsFor, place, run } from '../kernels/memory.ts';
import { newPlane, type Plane } from './plane.ts';

const { fround } = Math;

/**
 * One picture from both paths, each at the same strength overall. The fixed band follows a ridge whose period is odd, the tuned
 * wave holds a ridge together where the band breaks; where one of them is weak the other decides.
 */
export function combine(band: Plane, waves: Plane): Plane {
  const out = newPlane(waves.width, waves.height);
  const part = fround((COMBINE.band * strength(waves)) / (strength(band) + 1e-12));
  const kernels = kernelsFor(out.data);
  if (kernels) {
    const { length } = out.data;
    run(() => kernels.weightedSum(place(waves.data), place(band.data), part, place(out.data), length));
    return out;
  }
  for (let i = 0; i < out.data.length; i++) out.data[i] = waves.data[i]! + fround(part * band.data[i]!);
  return out;
}

function strength({ data }: Plane): number {
  const kernels = kernelsFor(data);
  return Math.sqrt((kernels ? kernels.power(data.byteOffset, data.length) : power(data)) / data.length);
}

/** As the kernel adds: every fourth value has a sum of its own. Planes have whole cells. */
function power(data: Float32Array): number {
  let [a, b, c, d] = [0, 0, 0, 0];
  for (let i = 0; i < data.length; i += 4) {
    a += data[i]! * data[i]!;
    b += data[i + 1]! * data[i + 1]!;
    c += data[i + 2]! * data[i + 2]!;
    d += data[i + 3]! * data[i + 3]!;
  }
  return a + c + (b + d);
}
