/** Filtering spreads waves from scattered seeds. Minutiae form where two waves do not fit together. */
import { FILTER_GAIN, FILTER_RADIUS, filterBank, KERNEL_SIZE, kernelNumber } from './filters.ts';
import type { Random } from './random.ts';
import { GROWTH_HEIGHT as HEIGHT, GROWTH_WIDTH as WIDTH } from './sizes.ts';

/** One seed per this many pixels of the growth grid. Fewer seeds meet less often, which leaves fewer minutiae. */
const PIXELS_PER_SEED = 50;
const SEED_STRENGTH = 6;
const ITERATIONS = 8;
/** The pad's outline is an ellipse with the master's axes and this squared radius. Nothing outside it prints. */
const PAD_EXTENT = 1.1;

/** A border of zeros as wide as the filter, so that the inner loop needs no bounds checks. */
const STRIDE = WIDTH + 2 * FILTER_RADIUS;
const PADDED_SIZE = STRIDE * (HEIGHT + 2 * FILTER_RADIUS);

/** Half the pad's width in each row. Its corners never touch the sensor, so nothing grows there. */
const PAD_HALF_WIDTHS = Uint16Array.from({ length: HEIGHT }, (_, row) => {
  const t = (2 * row) / HEIGHT - 1;
  return Math.floor((WIDTH / 2) * Math.min(1, Math.sqrt(PAD_EXTENT - t * t)));
});

export const growRidges = (orientation: Float32Array, period: Float32Array, random: Random): Float32Array => {
  const kernels = Uint32Array.from(orientation, (angle, i) => kernelNumber(angle, period[i]!) * KERNEL_SIZE);
  let relief = scatterSeeds(random);
  let next: Float32Array = new Float32Array(PADDED_SIZE);
  for (let iteration = 0; iteration < ITERATIONS; iteration++) {
    filterOnce(relief, next, kernels, saturate);
    [relief, next] = [next, relief];
  }
  // The last pass is not saturated: saturated crests have edges finer than the grid, which would look like saw teeth.
  filterOnce(relief, next, kernels, withoutGain);
  return withoutBorder(next);
};

const scatterSeeds = (random: Random): Float32Array => {
  const relief = new Float32Array(PADDED_SIZE);
  const seeds = Math.round((WIDTH * HEIGHT) / PIXELS_PER_SEED);
  for (let i = 0; i < seeds; i++) {
    const x = Math.floor(random.unit() * WIDTH);
    const y = Math.floor(random.unit() * HEIGHT);
    const seed = random.unit() < 0.5 ? SEED_STRENGTH : -SEED_STRENGTH;
    if (Math.abs(x - WIDTH / 2) < PAD_HALF_WIDTHS[y]!) relief[(y + FILTER_RADIUS) * STRIDE + x + FILTER_RADIUS] = seed;
  }
  return relief;
};

const filterOnce = (
  from: Float32Array,
  to: Float32Array,
  kernels: Uint32Array,
  shape: (value: number) => number,
): void => {
  const bank = filterBank();
  for (let y = 0; y < HEIGHT; y++) {
    const half = PAD_HALF_WIDTHS[y]!;
    for (let x = WIDTH / 2 - half; x < WIDTH / 2 + half; x++) {
      const center = (y + FILTER_RADIUS) * STRIDE + x + FILTER_RADIUS;
      to[center] = shape(response(from, center, bank, kernels[y * WIDTH + x]!));
    }
  }
};

/** The two halves of a kernel share its values. */
const response = (from: Float32Array, center: number, bank: Float32Array, kernel: number): number => {
  let sum = 0;
  let k = kernel;
  for (let p = center - 4 * STRIDE, q = center + 4 * STRIDE; p < center - 4; p += STRIDE, q -= STRIDE) {
    let row = 0;
    for (let d = -4; d <= 4; d++, k++) row += (from[p + d]! + from[q - d]!) * bank[k]!;
    sum += row;
  }
  for (let d = 4; d > 0; d--, k++) sum += (from[center - d]! + from[center + d]!) * bank[k]!;
  return sum + from[center]! * bank[k]!;
};

const saturate = (value: number): number => {
  const v = value > 1 ? 1 : value < -1 ? -1 : value;
  return v * (1.5 - 0.5 * v * v);
};

const withoutGain = (value: number): number => value / FILTER_GAIN;

const withoutBorder = (relief: Float32Array): Float32Array => {
  const inner = new Float32Array(WIDTH * HEIGHT).fill(-1);
  for (let y = 0; y < HEIGHT; y++) {
    const left = WIDTH / 2 - PAD_HALF_WIDTHS[y]!;
    const start = (y + FILTER_RADIUS) * STRIDE + FILTER_RADIUS + left;
    inner.set(relief.subarray(start, start + WIDTH - 2 * left), y * WIDTH + left);
  }
  return inner;
};
