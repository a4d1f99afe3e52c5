/** What makes a finger that finger: its pattern class and the singular points of its ridge flow. */
import {
  ARCH_RISE,
  CORE_ROUNDING,
  CORE_X,
  CORE_Y,
  DELTA_DROP,
  DELTA_SIDE,
  DOME_SLOPE,
  DOUBLE_LOOP_CORE_DISTANCE,
  DOUBLE_LOOP_TILT,
  DOUBLE_LOOP_TWIST,
  PATTERN_SHARES,
  SINGULAR_BEND,
  TENTED_DELTA_DROP,
  TENTED_DELTA_OFFSET,
  WHORL_CORE_DISTANCE,
  WHORL_TILT,
  WHORL_TWIST,
} from './constants.ts';
import { atan2, cos, sin } from './portable.ts';
import { type Random, randomFor } from './random.ts';

export type PatternName = keyof typeof PATTERN_SHARES;

export interface SingularPoint {
  readonly x: number;
  readonly y: number;
  /** A core turns the flow by half a turn one way, a delta the other. */
  readonly turn: 1 | -1;
  /** Bends of the flow around the point: cosine and sine, once and twice per turn. */
  readonly bends: readonly [number, number, number, number];
}

/** Coordinates are pixels from the pad's centre; y grows upwards. */
export interface Pattern {
  readonly name: PatternName;
  readonly points: readonly SingularPoint[];
  readonly centreX: number;
  readonly centreY: number;
  /** Turns the flow at the centre: makes spirals of rings, and the S between two loops. */
  readonly twist: number;
  readonly domeSlope: number;
  readonly archRise: number;
}

export const patternOf = (finger: number): Pattern => {
  const random = randomFor('pattern', finger);
  const name = drawName(random);
  const centreX = random.normal() * CORE_X;
  const centreY = random.between(...CORE_Y);
  return {
    name,
    points: POINTS[name](random, centreX, centreY),
    centreX,
    centreY,
    twist: drawTwist(name, random),
    domeSlope: random.between(...DOME_SLOPE),
    archRise: random.between(...ARCH_RISE),
  };
};

const drawName = (random: Random): PatternName => {
  let left = random.unit() * 100;
  for (const [name, share] of Object.entries(PATTERN_SHARES)) {
    left -= share;
    if (left < 0) return name as PatternName;
  }
  return 'arch';
};

const drawTwist = (name: PatternName, random: Random): number => {
  if (name === 'whorl') return random.normal() * WHORL_TWIST;
  const side = random.unit() < 0.5 ? 1 : -1;
  return name === 'doubleLoop' ? side * random.between(...DOUBLE_LOOP_TWIST) : 0;
};

type PlacePoints = (random: Random, x: number, y: number) => SingularPoint[];

const bends = (random: Random): SingularPoint['bends'] => {
  const bend = (): number => random.normal() * SINGULAR_BEND;
  return [bend(), bend(), bend(), bend()];
};

/** `tail` is the direction into which the core opens. */
const core = (random: Random, x: number, y: number, tail: number): SingularPoint => {
  const [c, s, c2, s2] = bends(random);
  return { x, y, turn: 1, bends: [c + CORE_ROUNDING * sin(tail), s - CORE_ROUNDING * cos(tail), c2, s2] };
};

const delta = (random: Random, x: number, y: number): SingularPoint => ({ x, y, turn: -1, bends: bends(random) });

const deltaBeside = (random: Random, coreX: number, coreY: number, side: 1 | -1): SingularPoint =>
  delta(random, coreX + side * random.between(...DELTA_SIDE), coreY - random.between(...DELTA_DROP));

/** A loop opens away from its delta. */
const loop =
  (deltaSide: 1 | -1): PlacePoints =>
  (random, x, y) => {
    const beside = deltaBeside(random, x, y, deltaSide);
    return [core(random, x, y, -atan2(y - beside.y, x - beside.x)), beside];
  };

const twoCores = (random: Random, x: number, y: number, distance: number, tilt: number): SingularPoint[] => {
  const [dx, dy] = [(sin(tilt) * distance) / 2, (cos(tilt) * distance) / 2];
  const down = -Math.PI / 2 - tilt;
  return [
    core(random, x + dx, y + dy, down),
    core(random, x - dx, y - dy, down + Math.PI),
    deltaBeside(random, x, y, -1),
    deltaBeside(random, x, y, 1),
  ];
};

const POINTS: Readonly<Record<PatternName, PlacePoints>> = {
  arch: () => [],
  tentedArch: (random, x, y) => [
    core(random, x, y, -Math.PI / 2),
    delta(random, x + random.normal() * TENTED_DELTA_OFFSET, y - random.between(...TENTED_DELTA_DROP)),
  ],
  rightLoop: loop(-1),
  leftLoop: loop(1),
  whorl: (random, x, y) => twoCores(random, x, y, random.between(...WHORL_CORE_DISTANCE), random.normal() * WHORL_TILT),
  doubleLoop: (random, x, y) => {
    const side = random.unit() < 0.5 ? 1 : -1;
    return twoCores(
      random,
      x,
      y,
      random.between(...DOUBLE_LOOP_CORE_DISTANCE),
      side * random.between(...DOUBLE_LOOP_TILT),
    );
  },
};
