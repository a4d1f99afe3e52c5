import {
  GROWTH_SCALE,
  MASTER_HEIGHT,
  MASTER_WIDTH,
  RIDGE_PERIOD,
  RIDGE_PERIOD_CELL,
  RIDGE_PERIOD_JOINT,
  RIDGE_PERIOD_SPREAD,
} from './constants.ts';
import { smoothNoise } from './noise.ts';
import type { Random } from './random.ts';

/** Distance from ridge to ridge, in pixels of the growth grid, per pixel of that grid. */
export const periodField = (random: Random): Float32Array => {
  const width = MASTER_WIDTH / GROWTH_SCALE;
  const height = MASTER_HEIGHT / GROWTH_SCALE;
  const mean = random.between(...RIDGE_PERIOD) / GROWTH_SCALE;
  const field = smoothNoise(width, height, RIDGE_PERIOD_CELL / GROWTH_SCALE, random);
  for (let row = 0, i = 0; row < height; row++) {
    const joint = RIDGE_PERIOD_JOINT * Math.max(0, row / height - 0.6);
    for (let column = 0; column < width; column++, i++) field[i] = mean * (1 + joint + RIDGE_PERIOD_SPREAD * field[i]!);
  }
  return field;
};
