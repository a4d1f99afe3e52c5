/** Zero-pole model: each core and delta contributes half its bearing. Bends make fingers of one class differ. */
import { ease, smoothNoise } from './noise.ts';
import type { Pattern, SingularPoint } from './pattern.ts';
import { atan2, exp, sin } from './portable.ts';
import type { Random } from './random.ts';
import { GROWTH_HEIGHT as HEIGHT, GROWTH_SCALE, GROWTH_WIDTH as WIDTH, MASTER_HEIGHT, MASTER_WIDTH } from './sizes.ts';

const WOBBLE = 0.13;
const WOBBLE_CELL = 72;
const TWIST_REACH = 42;
const DOME_HALF_WIDTH = 150;
/** The dome begins this far below the pattern's center and reaches full slope after this distance. */
const DOME_STARTS_BELOW = 130;
const DOME_RISES_OVER = 160;
/** An arch is steepest this far below the center. Its slope fades over `ARCH_REACH`. */
const ARCH_DROP = 40;
const ARCH_REACH = 110;
const ARCH_HALF_WAVE = 240;

const PERIOD = [8.1, 9.9] as const;
/** Neighboring regions of one finger differ by about this share. */
const PERIOD_SPREAD = 0.12;
const PERIOD_CELL = 96;
const PERIOD_JOINT = 0.14;

/** Radians, counter-clockwise from the x axis, of any multiple of π; one value per pixel of the growth grid. */
export const orientationField = (pattern: Pattern, random: Random): Float32Array => {
  const field = smoothNoise(WIDTH, HEIGHT, WOBBLE_CELL / GROWTH_SCALE, random);
  for (let row = 0, i = 0; row < HEIGHT; row++) {
    const y = MASTER_HEIGHT / 2 - row * GROWTH_SCALE;
    for (let column = 0; column < WIDTH; column++, i++) {
      const x = column * GROWTH_SCALE - MASTER_WIDTH / 2;
      field[i] = field[i]! * WOBBLE + flowAt(pattern, x, y);
    }
  }
  return field;
};

const flowAt = (pattern: Pattern, x: number, y: number): number => {
  let flow = pattern.points.length === 0 ? archSlope(pattern, x, y) : 0;
  for (const point of pattern.points) flow += (point.turn * bearing(point, x, y)) / 2;
  flow += twistAt(pattern, x, y);
  return flow - (pattern.domeSlope * x * domeShare(y - pattern.centerY)) / DOME_HALF_WIDTH;
};

const bearing = ({ x: px, y: py, bends }: SingularPoint, x: number, y: number): number => {
  const [dx, dy] = [x - px, y - py];
  const distance = Math.sqrt(dx * dx + dy * dy) + 1e-6;
  const [c, s] = [dx / distance, dy / distance];
  return atan2(dy, dx) + bends[0] * c + bends[1] * s + bends[2] * (c * c - s * s) + bends[3] * 2 * s * c;
};

const twistAt = ({ twist, centerX, centerY }: Pattern, x: number, y: number): number => {
  if (twist === 0) return 0;
  const square = (x - centerX) * (x - centerX) + (y - centerY) * (y - centerY);
  return twist * exp(-square / (2 * TWIST_REACH * TWIST_REACH));
};

const domeShare = (aboveCenter: number): number =>
  ease(Math.min(1, Math.max(0, (aboveCenter + DOME_STARTS_BELOW) / DOME_RISES_OVER)));

const archSlope = ({ archRise, centerY }: Pattern, x: number, y: number): number => {
  const t = (y - centerY + ARCH_DROP) / ARCH_REACH;
  const share = 1 / (1 + t * t);
  return -atan2(archRise * share * sin((Math.PI * x) / ARCH_HALF_WAVE), 1);
};

/** Distance from ridge to ridge, in pixels of the growth grid, per pixel of that grid. */
export const periodField = (random: Random): Float32Array => {
  const mean = random.between(...PERIOD) / GROWTH_SCALE;
  const field = smoothNoise(WIDTH, HEIGHT, PERIOD_CELL / GROWTH_SCALE, random);
  for (let row = 0, i = 0; row < HEIGHT; row++) {
    const joint = PERIOD_JOINT * Math.max(0, row / HEIGHT - 0.6);
    for (let column = 0; column < WIDTH; column++, i++) field[i] = mean * (1 + joint + PERIOD_SPREAD * field[i]!);
  }
  return field;
};
