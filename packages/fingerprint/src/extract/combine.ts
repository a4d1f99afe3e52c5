import { COMBINE } from '../constants.ts';
import { newPlane, type Plane } from './plane.ts';

/**
 * One picture from both paths, each at the same strength overall. The line path follows a ridge whose period is odd, the wave
 * path holds a ridge together where the lines break; where one of them is weak the other decides.
 */
export function combine(lines: Plane, waves: Plane): Plane {
  const out = newPlane(waves.width, waves.height);
  const part = (COMBINE.lines * strength(waves)) / (strength(lines) + 1e-12);
  for (let i = 0; i < out.data.length; i++) out.data[i] = waves.data[i]! + part * lines.data[i]!;
  return out;
}

function strength(plane: Plane): number {
  let sum = 0;
  for (let i = 0; i < plane.data.length; i++) sum += plane.data[i]! * plane.data[i]!;
  return Math.sqrt(sum / plane.data.length);
}
