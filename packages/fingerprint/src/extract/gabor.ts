import { FREQUENCY, GABOR } from '../constants.ts';
import { filterLines, lineFilter } from './directions.ts';
import type { Orientation } from './orientation.ts';
import { gaussianWeights, type Plane } from './plane.ts';
import type { Mask } from './segment.ts';

const WAVES = lineFilter(waveWeights(), true);

/** Second path: across the ridges a wave packet tuned to their period, which with the pass along them makes a Gabor filter. */
export function gabor(image: Plane, field: Orientation, period: Plane, mask: Mask): Plane {
  const span = FREQUENCY.maxPeriod - FREQUENCY.minPeriod;
  const wave = new Uint8Array(mask.data.length);
  for (let cell = 0; cell < wave.length; cell++) {
    if (mask.data[cell] === 0) continue;
    const part = Math.min(1, Math.max(0, (period.data[cell]! - FREQUENCY.minPeriod) / span));
    wave[cell] = Math.round(part * (GABOR.periodSteps - 1));
  }
  return filterLines(image, field, mask, WAVES, wave);
}

/** One even wave packet per period step, with mean zero so that plain gray gives nothing. */
function waveWeights(): Float32Array[] {
  return Array.from({ length: GABOR.periodSteps }, (_, step) => {
    const period = FREQUENCY.minPeriod + ((FREQUENCY.maxPeriod - FREQUENCY.minPeriod) * step) / (GABOR.periodSteps - 1);
    const envelope = gaussianWeights(GABOR.acrossSigmaPeriods * period);
    const reach = (envelope.length - 1) >> 1;
    const wave = envelope.map((weight, k) => weight * Math.cos((2 * Math.PI * (k - reach)) / period));
    const mean = wave.reduce((sum, value) => sum + value, 0);
    return wave.map((value, k) => value - mean * envelope[k]!);
  });
}
