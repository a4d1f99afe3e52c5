/** The bank of oriented band-pass filters that make ridges grow: one kernel per orientation and period. */
import {
  FILTER_GAIN,
  FILTER_MAX_PERIOD,
  FILTER_MIN_PERIOD,
  FILTER_ORIENTATIONS,
  FILTER_PERIODS,
  FILTER_RADIUS,
  FILTER_SIGMA_ACROSS,
  FILTER_SIGMA_ALONG,
} from './constants.ts';
import { cos, exp, sin } from './portable.ts';

const KERNEL_SIDE = 2 * FILTER_RADIUS + 1;
const FULL_SIZE = KERNEL_SIDE * KERNEL_SIDE;
/** Every kernel equals itself turned by half a turn, so only its first half and its centre are kept. */
export const KERNEL_SIZE = (FULL_SIZE + 1) / 2;

let bank: Float32Array | undefined;

/** All kernels one after the other, in the order of `kernelNumber`; made on first use, as most callers never synthesize. */
export const filterBank = (): Float32Array => (bank ??= buildBank());

export const kernelNumber = (orientation: number, period: number): number => {
  const steps = Math.round((orientation * FILTER_ORIENTATIONS) / Math.PI);
  const turn = ((steps % FILTER_ORIENTATIONS) + FILTER_ORIENTATIONS) % FILTER_ORIENTATIONS;
  const share = (period - FILTER_MIN_PERIOD) / (FILTER_MAX_PERIOD - FILTER_MIN_PERIOD);
  const band = Math.min(FILTER_PERIODS - 1, Math.max(0, Math.round(share * (FILTER_PERIODS - 1))));
  return band * FILTER_ORIENTATIONS + turn;
};

const buildBank = (): Float32Array => {
  const kernels = new Float32Array(FILTER_PERIODS * FILTER_ORIENTATIONS * KERNEL_SIZE);
  for (let band = 0; band < FILTER_PERIODS; band++) {
    const period = FILTER_MIN_PERIOD + (band * (FILTER_MAX_PERIOD - FILTER_MIN_PERIOD)) / (FILTER_PERIODS - 1);
    for (let turn = 0; turn < FILTER_ORIENTATIONS; turn++) {
      const start = (band * FILTER_ORIENTATIONS + turn) * KERNEL_SIZE;
      fillKernel(kernels.subarray(start, start + KERNEL_SIZE), (turn * Math.PI) / FILTER_ORIENTATIONS, period);
    }
  }
  return kernels;
};

const fillKernel = (kernel: Float32Array, orientation: number, period: number): void => {
  const [c, s] = [cos(orientation), sin(orientation)];
  const window = new Float32Array(FULL_SIZE);
  const wave = new Float32Array(FULL_SIZE);
  for (let dy = -FILTER_RADIUS, i = 0; dy <= FILTER_RADIUS; dy++) {
    for (let dx = -FILTER_RADIUS; dx <= FILTER_RADIUS; dx++, i++) {
      // Rows run downwards, orientations counter-clockwise.
      const along = (dx * c - dy * s) / FILTER_SIGMA_ALONG;
      const across = dx * s + dy * c;
      const spread = across / (FILTER_SIGMA_ACROSS * period);
      window[i] = exp(-(along * along + spread * spread) / 2);
      wave[i] = cos((2 * Math.PI * across) / period);
    }
  }
  blend(kernel, window, wave);
};

/** Takes out the mean, so that plain skin stays plain, and scales so that a fitting wave comes out `FILTER_GAIN` times as strong. */
const blend = (kernel: Float32Array, window: Float32Array, wave: Float32Array): void => {
  let mean = 0;
  let mass = 0;
  for (let i = 0; i < FULL_SIZE; i++) {
    mean += window[i]! * wave[i]!;
    mass += window[i]!;
  }
  mean /= mass;
  let response = 0;
  for (let i = 0; i < FULL_SIZE; i++) response += window[i]! * (wave[i]! - mean) * wave[i]!;
  for (let i = 0; i < KERNEL_SIZE; i++) kernel[i] = (FILTER_GAIN * window[i]! * (wave[i]! - mean)) / response;
};
