import { GROWTH_SCALE, MASTER_HEIGHT, MASTER_WIDTH } from './constants.ts';

const WIDTH = MASTER_WIDTH / GROWTH_SCALE;
const HEIGHT = MASTER_HEIGHT / GROWTH_SCALE;

/** The growth grid at twice its size, as -127 to 127. Six taps, because bilinear steps would fray ridges of 4.5 pixels. */
export const doubleSize = (relief: Float32Array): Int8Array => {
  const wide = new Float32Array(MASTER_WIDTH * HEIGHT);
  for (let y = 0; y < HEIGHT; y++) {
    doubleLine(relief, y * WIDTH, 1, WIDTH, (i, value) => {
      wide[y * MASTER_WIDTH + i] = value;
    });
  }
  const full = new Int8Array(MASTER_WIDTH * MASTER_HEIGHT);
  for (let x = 0; x < MASTER_WIDTH; x++) {
    doubleLine(wide, x, MASTER_WIDTH, HEIGHT, (i, value) => {
      full[i * MASTER_WIDTH + x] = Math.max(-127, Math.min(127, Math.round(value * 127)));
    });
  }
  return full;
};

type Put = (index: number, value: number) => void;

const doubleLine = (from: Float32Array, start: number, step: number, count: number, put: Put): void => {
  const at = (i: number): number => from[start + step * Math.max(0, Math.min(count - 1, i))]!;
  for (let i = 0; i < count; i++) {
    put(2 * i, at(i));
    const near = at(i) + at(i + 1);
    const middle = at(i - 1) + at(i + 2);
    const far = at(i - 2) + at(i + 3);
    put(2 * i + 1, (150 * near - 25 * middle + 3 * far) / 256);
  }
};
