import { CREST_GAIN, GROWTH_SCALE, MASTER_HEIGHT, MASTER_WIDTH } from './constants.ts';

const WIDTH = MASTER_WIDTH / GROWTH_SCALE;
const HEIGHT = MASTER_HEIGHT / GROWTH_SCALE;
const TAPS_BEYOND = 3;

/** The growth grid at twice its size, as -127 to 127. Six taps, because bilinear steps would fray ridges of 4.5 pixels. */
export const doubleSize = (relief: Float32Array): Int8Array => {
  const wide = new Float32Array(MASTER_WIDTH * HEIGHT);
  for (let y = 0; y < HEIGHT; y++) doubleLine(relief, y * WIDTH, 1, WIDTH, wide, y * MASTER_WIDTH);
  const full = new Float32Array(MASTER_WIDTH * MASTER_HEIGHT);
  for (let x = 0; x < MASTER_WIDTH; x++) doubleLine(wide, x, MASTER_WIDTH, HEIGHT, full, x);
  const levels = new Int8Array(full.length);
  for (let i = 0; i < levels.length; i++)
    levels[i] = Math.round(127 * Math.max(-1, Math.min(1, CREST_GAIN * full[i]!)));
  return levels;
};

const scratch = new Float32Array(Math.max(WIDTH, HEIGHT) + 2 * TAPS_BEYOND);

const doubleLine = (
  from: Float32Array,
  start: number,
  step: number,
  count: number,
  to: Float32Array,
  toStart: number,
): void => {
  scratch.fill(0);
  for (let i = 0; i < count; i++) scratch[i + TAPS_BEYOND] = from[start + i * step]!;
  for (let i = 0, s = TAPS_BEYOND, t = toStart; i < count; i++, s++, t += 2 * step) {
    const near = scratch[s]! + scratch[s + 1]!;
    const middle = scratch[s - 1]! + scratch[s + 2]!;
    const far = scratch[s - 2]! + scratch[s + 3]!;
    to[t] = scratch[s]!;
    to[t + step] = (150 * near - 25 * middle + 3 * far) / 256;
  }
};
