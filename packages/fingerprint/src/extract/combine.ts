import { COMBINE } from '../constants.ts';
import { call } from '../kernels/memory.ts';
import { newPlane, type Plane } from './plane.ts';

/**
 * One picture from both enhancement paths, each at the same overall strength. The fixed band follows ridges of unusual period; the
 * tuned wave joins ridges that the band breaks.
 */
export function combine(band: Plane, waves: Plane): Plane {
  const out = newPlane(waves.width, waves.height);
  const part = Math.fround((COMBINE.band * strength(waves)) / (strength(band) + 1e-12));
  call('weightedSum', waves.data, band.data, part, out.data, out.data.length);
  return out;
}

function strength({ data }: Plane): number {
  return Math.sqrt(call('power', data, data.length) / data.length);
}
