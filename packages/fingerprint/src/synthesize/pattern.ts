import { atan2, cos, sin } from './portable.ts';
import { type Random, randomFor } from './random.ts';

/** How often each pattern occurs in nature, in percent. */
const SHARES = { rightLoop: 32, leftLoop: 34, whorl: 22, doubleLoop: 6, tentedArch: 3, arch: 3 } as const;

/** Singular points, relative to the pad's center; y grows upwards. */
const CORE_X = 14;
const CORE_Y = [0, 46] as const;
const DELTA_SIDE = [78, 118] as const;
const DELTA_DROP = [92, 140] as const;
const WHORL_CORE_DISTANCE = [22, 64] as const;
const WHORL_TILT = 0.25;
const DOUBLE_LOOP_CORE_DISTANCE = [44, 70] as const;
const DOUBLE_LOOP_TILT = [0, 0.8] as const;
const WHORL_TWIST = 0.3;
const DOUBLE_LOOP_TWIST = [0.9, 1.3] as const;
const TENTED_DELTA_OFFSET = 4;
const TENTED_DELTA_DROP = [62, 96] as const;
const SINGULAR_BEND = 0.14;
/** Rounds the ridges that turn around a core and straightens those of its tail. */
const CORE_ROUNDING = 0.5;
/** Ridges slope down toward both edges of the pad by this much, which singular points alone do not explain. */
const DOME_SLOPE = [0.45, 0.7] as const;
const ARCH_RISE = [0.7, 1.25] as const;

type PatternName = keyof typeof SHARES;

export interface SingularPoint {
  readonly x: number;
  readonly y: number;
  /** A core turns the flow by half a turn one way, a delta the other. */
  readonly turn: 1 | -1;
  /** Bends of the flow around the point: cosine and sine, once and twice per turn. */
  readonly bends: readonly [number, number, number, number];
}

/** Coordinates are pixels from the pad's center; y grows upwards. */
export interface Pattern {
  readonly name: PatternName;
  readonly points: readonly SingularPoint[];
  readonly centerX: number;
  readonly centerY: number;
  /** Turns the flow at the center. This makes spirals of rings, and the S between two loops. */
  readonly twist: number;
  readonly domeSlope: number;
  readonly archRise: number;
}

export const patternOf = (finger: number): Pattern => {
  const random = randomFor('pattern', finger);
  const name = drawName(random);
  const centerX = random.normal() * CORE_X;
  const centerY = random.between(...CORE_Y);
  return {
    name,
    points: POINTS[name](random, centerX, centerY),
    centerX,
    centerY,
    twist: drawTwist(name, random),
    domeSlope: random.between(...DOME_SLOPE),
    archRise: random.between(...ARCH_RISE),
  };
};

const drawName = (random: Random): PatternName => {
  let left = random.unit() * 100;
  for (const [name, share] of Object.entries(SHARES)) {
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

const deltaNextTo = (random: Random, coreX: number, coreY: number, side: 1 | -1): SingularPoint =>
  delta(random, coreX + side * random.between(...DELTA_SIDE), coreY - random.between(...DELTA_DROP));

const loop =
  (deltaSide: 1 | -1): PlacePoints =>
  (random, x, y) => {
    const near = deltaNextTo(random, x, y, deltaSide);
    return [core(random, x, y, -atan2(y - near.y, x - near.x)), near];
  };

const twoCores = (random: Random, x: number, y: number, distance: number, tilt: number): SingularPoint[] => {
  const [dx, dy] = [(sin(tilt) * distance) / 2, (cos(tilt) * distance) / 2];
  const down = -Math.PI / 2 - tilt;
  return [
    core(random, x + dx, y + dy, down),
    core(random, x - dx, y - dy, down + Math.PI),
    deltaNextTo(random, x, y, -1),
    deltaNextTo(random, x, y, 1),
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
