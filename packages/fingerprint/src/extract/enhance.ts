import { AGREEMENT, FREQUENCY, GABOR, LINES } from '../constants.ts';
import { call } from '../kernels/memory.ts';
import { lineFilter } from './directions.ts';
import type { Orientation } from './orientation.ts';
import { gaussianWeights, newPlane, smooth, type Plane } from './plane.ts';
import type { Mask } from './segment.ts';

const smoothAlong = lineFilter([gaussianWeights(LINES.alongSigma)], false);
const smoothAcross = lineFilter([gaussianWeights(LINES.acrossSigma)], true);

/** A little smoothing along and across the rough ridge direction, for reading direction and period. */
export function smoothLines(image: Plane, field: Orientation, mask: Mask): Plane {
  return smoothAcross(smoothAlong(image, field, mask), field, mask);
}

/** A long smoothing along the ridges, which closes pores and tears. */
export const alongRidges = lineFilter([gaussianWeights(LINES.longSigma)], false);
/** A wave packet across the ridges, tuned to their period. With the pass along them it is a Gabor filter. */
export const gabor = lineFilter(packets(evenPacket), true);
/** The same filter a quarter of a wave later. Both together give the phase of the ridges. */
export const oddGabor = lineFilter(packets(oddPacket), true);

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

function packets(packet: (period: number, envelope: Float32Array) => Float32Array): Float32Array[] {
  return Array.from({ length: GABOR.periodSteps }, (_, step) => {
    const period = FREQUENCY.minPeriod + ((FREQUENCY.maxPeriod - FREQUENCY.minPeriod) * step) / (GABOR.periodSteps - 1);
    return packet(period, gaussianWeights(GABOR.acrossSigmaPeriods * period));
  });
}

/** The mean is zero, so that plain gray gives 0. */
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
