/**
 * Ridge orientation: a zero-pole model (each core and delta contributes half its bearing), with bends per singular point
 * so that no two fingers of a class flow alike, the dome that every pad has, and a slight wobble.
 */
import {
  ARCH_DROP,
  ARCH_HALF_WAVE,
  ARCH_REACH,
  DOME_HALF_WIDTH,
  DOME_RISES_OVER,
  DOME_STARTS_BELOW,
  GROWTH_SCALE,
  MASTER_HEIGHT,
  MASTER_WIDTH,
  ORIENTATION_WOBBLE,
  ORIENTATION_WOBBLE_CELL,
  TWIST_REACH,
} from './constants.ts';
import { smoothNoise } from './noise.ts';
import type { Pattern, SingularPoint } from './pattern.ts';
import { atan2, exp, sin } from './portable.ts';
import type { Random } from './random.ts';

/** Radians, counter-clockwise from the x axis, of any multiple of π; one value per pixel of the growth grid. */
export const orientationField = (pattern: Pattern, random: Random): Float32Array => {
  const width = MASTER_WIDTH / GROWTH_SCALE;
  const height = MASTER_HEIGHT / GROWTH_SCALE;
  const field = smoothNoise(width, height, ORIENTATION_WOBBLE_CELL / GROWTH_SCALE, random);
  for (let row = 0, i = 0; row < height; row++) {
    const y = MASTER_HEIGHT / 2 - row * GROWTH_SCALE;
    for (let column = 0; column < width; column++, i++) {
      const x = column * GROWTH_SCALE - MASTER_WIDTH / 2;
      field[i] = field[i]! * ORIENTATION_WOBBLE + flowAt(pattern, x, y);
    }
  }
  return field;
};

const flowAt = (pattern: Pattern, x: number, y: number): number => {
  let flow = pattern.points.length === 0 ? archSlope(pattern, x, y) : 0;
  for (const point of pattern.points) flow += (point.turn * bearing(point, x, y)) / 2;
  flow += twistAt(pattern, x, y);
  return flow - (pattern.domeSlope * x * domeShare(y - pattern.centreY)) / DOME_HALF_WIDTH;
};

const bearing = ({ x: px, y: py, bends }: SingularPoint, x: number, y: number): number => {
  const [dx, dy] = [x - px, y - py];
  const distance = Math.sqrt(dx * dx + dy * dy) + 1e-6;
  const [c, s] = [dx / distance, dy / distance];
  return atan2(dy, dx) + bends[0] * c + bends[1] * s + bends[2] * (c * c - s * s) + bends[3] * 2 * s * c;
};

const twistAt = ({ twist, centreX, centreY }: Pattern, x: number, y: number): number => {
  if (twist === 0) return 0;
  const square = (x - centreX) * (x - centreX) + (y - centreY) * (y - centreY);
  return twist * exp(-square / (2 * TWIST_REACH * TWIST_REACH));
};

/** The dome stands above the pattern's centre and fades out towards the joint, where ridges run straight across. */
const domeShare = (aboveCentre: number): number => {
  const t = Math.min(1, Math.max(0, (aboveCentre + DOME_STARTS_BELOW) / DOME_RISES_OVER));
  return t * t * (3 - 2 * t);
};

/** An arch has no singular point: its ridges rise to the middle and fall again, most strongly around the centre. */
const archSlope = ({ archRise, centreY }: Pattern, x: number, y: number): number => {
  const t = (y - centreY + ARCH_DROP) / ARCH_REACH;
  const share = 1 / (1 + t * t);
  return -atan2(archRise * share * sin((Math.PI * x) / ARCH_HALF_WAVE), 1);
};
