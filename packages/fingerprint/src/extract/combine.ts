import { COMBINE } from '../constants.ts';
import { newPlane, type Plane } from './plane.ts';

/**
 * One picture from both paths, each at the same strength overall. The fixed band follows a ridge whose period is odd, the tuned
 * wave holds a ridge together where the band breaks; where one of them is weak the other decides.
 */
export function combine(band: Plane, waves: Plane): Plane {
  const out = newPlane(waves.width, waves.height);
  const part = (COMBINE.band * strength(waves)) / (strength(band) + 1e-12);
  for (let i = 0; i < out.data.length; i++) out.data[i] = waves.data[i]! + part * band.data[i]!;
  return out;
}

function strength(plane: Plane): number {
  let sum = 0;
  for (let i = 0; i < plane.data.length; i++) sum += plane.data[i]! * plane.data[i]!;
  return Math.sqrt(sum / plane.data.length);
}
