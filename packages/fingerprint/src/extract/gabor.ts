import { CELL, FREQUENCY, GABOR } from '../constants.ts';
import { filterCell, lineOffsets } from './directions.ts';
import type { Orientation } from './orientation.ts';
import { gaussianWeights, newPlane, type Plane } from './plane.ts';
import type { Mask } from './segment.ts';

/** Second path: across the ridges a wave packet tuned to their period, which with the pass along them makes a Gabor filter. */
export function gabor(image: Plane, field: Orientation, period: Plane, mask: Mask): Plane {
  return filterWaves(image, field, period, mask, waveWeights());
}

/** The same a quarter of a wave on: both together tell the phase of the ridges, which grows along `turned` lines. */
export function oddGabor(image: Plane, field: Orientation, period: Plane, mask: Mask): Plane {
  return filterWaves(image, field, period, mask, oddWeights());
}

function filterWaves(
  image: Plane,
  field: Orientation,
  period: Plane,
  mask: Mask,
  waves: readonly Float32Array[],
): Plane {
  const out = newPlane(image.width, image.height);
  const reach = (waves[waves.length - 1]!.length - 1) >> 1;
  const offsets = lineOffsets(image.width, reach, true);
  const span = FREQUENCY.maxPeriod - FREQUENCY.minPeriod;
  for (let cell = 0; cell < mask.data.length; cell++) {
    if (mask.data[cell] === 0) continue;
    const part = Math.min(1, Math.max(0, (period.data[cell]! - FREQUENCY.minPeriod) / span));
    const weights = waves[Math.round(part * (GABOR.periodSteps - 1))]!;
    const first = field.step[cell]! * (2 * reach + 1) + reach - ((weights.length - 1) >> 1);
    const start = Math.floor(cell / mask.width) * CELL * image.width + (cell % mask.width) * CELL;
    filterCell(image, out.data, start, offsets, first, weights);
  }
  return out;
}

/** One even wave packet per period step, with mean zero so that plain gray gives nothing. */
function waveWeights(): Float32Array[] {
  return packets((period) => {
    const envelope = gaussianWeights(GABOR.acrossSigmaPeriods * period);
    const reach = (envelope.length - 1) >> 1;
    const wave = envelope.map((weight, k) => weight * Math.cos((2 * Math.PI * (k - reach)) / period));
    const mean = wave.reduce((sum, value) => sum + value, 0);
    return wave.map((value, k) => value - mean * envelope[k]!);
  });
}

function oddWeights(): Float32Array[] {
  return packets((period) => {
    const envelope = gaussianWeights(GABOR.acrossSigmaPeriods * period);
    const reach = (envelope.length - 1) >> 1;
    return envelope.map((weight, k) => -weight * Math.sin((2 * Math.PI * (k - reach)) / period));
  });
}

function packets(packet: (period: number) => Float32Array): Float32Array[] {
  const span = FREQUENCY.maxPeriod - FREQUENCY.minPeriod;
  return Array.from({ length: GABOR.periodSteps }, (_, step) =>
    packet(FREQUENCY.minPeriod + (span * step) / (GABOR.periodSteps - 1)),
  );
}
