import { cos, exp, sin } from './portable.ts';

/** It counts pixels of the growth grid. */
export const FILTER_RADIUS = 4;
export const FILTER_GAIN = 2.1;
const ORIENTATIONS = 64;
const PERIODS = 10;
const MIN_PERIOD = 3.4;
const MAX_PERIOD = 6.2;
/** Across the ridge as a share of the period, along the ridge in pixels. */
const SIGMA_ACROSS = 0.42;
const SIGMA_ALONG = 2.3;

const FULL_SIZE = (2 * FILTER_RADIUS + 1) ** 2;
/** Every kernel is symmetric under a half turn, so only its first half and its center are stored. */
export const KERNEL_SIZE = (FULL_SIZE + 1) / 2;

let bank: Float32Array | undefined;

/** All kernels, in the order of `kernelNumber`. Built on first use, because most callers never synthesize. */
export const filterBank = (): Float32Array => (bank ??= buildBank());

export const kernelNumber = (orientation: number, period: number): number => {
  const steps = Math.round((orientation * ORIENTATIONS) / Math.PI);
  const turn = ((steps % ORIENTATIONS) + ORIENTATIONS) % ORIENTATIONS;
  const share = (period - MIN_PERIOD) / (MAX_PERIOD - MIN_PERIOD);
  const band = Math.min(PERIODS - 1, Math.max(0, Math.round(share * (PERIODS - 1))));
  return band * ORIENTATIONS + turn;
};

const buildBank = (): Float32Array => {
  const kernels = new Float32Array(PERIODS * ORIENTATIONS * KERNEL_SIZE);
  for (let band = 0; band < PERIODS; band++) {
    const period = MIN_PERIOD + (band * (MAX_PERIOD - MIN_PERIOD)) / (PERIODS - 1);
    for (let turn = 0; turn < ORIENTATIONS; turn++) {
      const start = (band * ORIENTATIONS + turn) * KERNEL_SIZE;
      fillKernel(kernels.subarray(start, start + KERNEL_SIZE), (turn * Math.PI) / ORIENTATIONS, period);
    }
  }
  return kernels;
};

/** Removes the mean, so that plain skin stays plain, and scales so that a fitting wave is amplified by `FILTER_GAIN`. */
const fillKernel = (kernel: Float32Array, orientation: number, period: number): void => {
  const [c, s] = [cos(orientation), sin(orientation)];
  const window = new Float32Array(FULL_SIZE);
  const wave = new Float32Array(FULL_SIZE);
  let mean = 0;
  let mass = 0;
  for (let dy = -FILTER_RADIUS, i = 0; dy <= FILTER_RADIUS; dy++) {
    for (let dx = -FILTER_RADIUS; dx <= FILTER_RADIUS; dx++, i++) {
      // Rows run downwards, orientations counter-clockwise.
      const along = (dx * c - dy * s) / SIGMA_ALONG;
      const across = dx * s + dy * c;
      const spread = across / (SIGMA_ACROSS * period);
      window[i] = exp(-(along * along + spread * spread) / 2);
      wave[i] = cos((2 * Math.PI * across) / period);
      mean += window[i]! * wave[i]!;
      mass += window[i]!;
    }
  }
  mean /= mass;
  let response = 0;
  for (let i = 0; i < FULL_SIZE; i++) response += window[i]! * (wave[i]! - mean) * wave[i]!;
  for (let i = 0; i < KERNEL_SIZE; i++) kernel[i] = (FILTER_GAIN * window[i]! * (wave[i]! - mean)) / response;
};
