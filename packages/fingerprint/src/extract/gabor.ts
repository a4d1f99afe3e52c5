import { FREQUENCY, GABOR } from '../constants.ts';
import { filterLines, lineFilter } from './directions.ts';
import type { Orientation } from './orientation.ts';
import { gaussianWeights, type Plane } from './plane.ts';
import type { Mask } from './segment.ts';

const WAVES = lineFilter(packets(evenPacket), true);
const ODD_WAVES = lineFilter(packets(oddPacket), true);

/** Which of the wave packets fits the ridges of each cell. */
export function waveSteps(period: Plane, mask: Mask): Uint8Array {
  const span = FREQUENCY.maxPeriod - FREQUENCY.minPeriod;
  const wave = new Uint8Array(mask.data.length);
  for (let cell = 0; cell < wave.length; cell++) {
    if (mask.data[cell] === 0) continue;
    const part = Math.min(1, Math.max(0, (period.data[cell]! - FREQUENCY.minPeriod) / span));
    wave[cell] = Math.round(part * (GABOR.periodSteps - 1));
  }
  return wave;
}

/** Second path: across the ridges a wave packet tuned to their period, which with the pass along them makes a Gabor filter. */
export function gabor(along: Plane, field: Orientation, wave: Uint8Array, mask: Mask): Plane {
  return filterLines(along, field, mask, WAVES, wave);
}

/** The same a quarter of a wave on: both together tell the phase of the ridges. */
export function oddGabor(along: Plane, field: Orientation, wave: Uint8Array, mask: Mask): Plane {
  return filterLines(along, field, mask, ODD_WAVES, wave);
}

/** One wave packet per period step. */
function packets(packet: (period: number, envelope: Float32Array) => Float32Array): Float32Array[] {
  return Array.from({ length: GABOR.periodSteps }, (_, step) => {
    const period = FREQUENCY.minPeriod + ((FREQUENCY.maxPeriod - FREQUENCY.minPeriod) * step) / (GABOR.periodSteps - 1);
    return packet(period, gaussianWeights(GABOR.acrossSigmaPeriods * period));
  });
}

/** With mean zero, so that plain gray gives nothing. */
function evenPacket(period: number, envelope: Float32Array): Float32Array {
  const reach = (envelope.length - 1) >> 1;
  const wave = envelope.map((weight, k) => weight * Math.cos((2 * Math.PI * (k - reach)) / period));
  const mean = wave.reduce((sum, value) => sum + value, 0);
  return wave.map((value, k) => value - mean * envelope[k]!);
}

function oddPacket(period: number, envelope: Float32Array): Float32Array {
  const reach = (envelope.length - 1) >> 1;
  return envelope.map((weight, k) => -weight * Math.sin((2 * Math.PI * (k - reach)) / period));
}
