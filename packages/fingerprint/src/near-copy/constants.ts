/** Of a record's direction byte. */
export const DIRECTION_STEPS = 256;

/** Of a view's minutiae the most certain, as many as a comparison looks at. */
export const MAX_POINTS = 64;

/** Every pair of minutiae votes for the turn and the shift that would put one on the other. */
export const VOTES = {
  turns: 32,
  /** Pixels. */
  cell: 16,
  /** Cells each way: shifts of up to 224 pixels between the middles of the two touches. */
  side: 28,
  /** So many minutiae of one touch, spread over it, vote with all of the other. */
  voters: 40,
  /** So many of the most voted for are tried. */
  tried: 3,
} as const;

/** How near two minutiae must lie to be one: wide at first, because a vote is coarse, then closer with each better alignment. */
export const ROUNDS = [
  { pixels: 24, radians: 0.45 },
  { pixels: 12, radians: 0.35 },
  { pixels: 7, radians: 0.3 },
  { pixels: 5, radians: 0.25 },
  { pixels: 5, radians: 0.25 },
] as const;

/** A copy may be stretched or shrunk by this much as a whole. */
export const MAX_SCALE = 1.06;

/** Fewer pairs than this align nothing, and of a copy more than this part of the smaller touch lies on the other. */
export const LEAST = { pairs: 6, share: 0.4 } as const;

/** Pixels. */
export const CLOSE = 3.5;

/** Cells at the edge of a finger may say anything. */
export const MAX_FLOW_DEGREES = 30;

/**
 * When two views are one touch: any of these. Weights by logistic regression on pairs of touches and on copies of many kinds; `npm run bench --
 * replays` measures both.
 */
export const ONE_TOUCH = {
  /** Log odds of the minutiae alone, and with the maps. */
  minutiae: { bias: 3.29, weights: [4.08, 6.07, -2.59, -10.02, -1.86, 2.97], from: 4.5 },
  full: { bias: -4.85, weights: [-1.8, -2.6, -1.99, -2.31, -1.12, 1.13, 0.68, -7.77], from: 3 },
  /** Hardly a minutia of the smaller touch is missing in the other one, and all point alike: two touches show each its own. */
  whole: { minutiae: 12, share: 0.96, stepsApart: 2.5 },
  /** Degrees, and part of the points: ridges that run or lie so much alike everywhere are one map. */
  sameFlow: 1.15,
  sameRidges: 0.075,
} as const;

/**
 * No two touches of a finger score so high: the highest of 1,680 real pairs reach 126 with maps and 100 without.
 * Scores change with the engine: `npm run research -- copies` tells the band anew.
 */
export const NEAR_SELF_SCORE = { full: 130, minutiae: 104 } as const;

/** Points of a map that are looked at. */
export const RIDGE_SAMPLES = 800;

/**
 * How far the alignment is nudged, wide steps first; ridges lie nine pixels apart. Where a larger part than `hopeless` differs before a round, the
 * maps are not one, and no nudge will change it.
 */
export const NUDGES = [
  { pixels: 1.5, radians: 0.012, stretch: 0.012, hopeless: 0.42 },
  { pixels: 1, radians: 0.008, stretch: 0.008, hopeless: 0.32 },
  { pixels: 0.5, radians: 0.004, stretch: 0.004, hopeless: 0.25 },
] as const;
