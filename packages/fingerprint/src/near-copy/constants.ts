/** Of a record's direction byte. */
export const DIRECTION_STEPS = 256;

/** Of a view's minutiae the most certain, as many as a comparison looks at. */
export const MAX_POINTS = 64;

/** Every pair of minutiae votes for the turn and the shift that would put one on the other. */
export const VOTES = {
  turns: 32,
  /** Pixels. */
  cell: 16,
  /** Cells each way: shifts of up to 256 pixels between the middles of the two touches. */
  side: 32,
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

/** Pixels. */
export const CLOSE = 3.5;

/** Cells at the edge of a finger may say anything. */
export const MAX_FLOW_DEGREES = 30;

/** When two views are one touch. Weights by logistic regression on pairs of touches and on copies of many kinds. */
export const COPY = {
  /** Fewer pairs than this align nothing. */
  minPairs: 6,
  minutiae: { bias: 2.84, weights: [4.11, 6.05, -2.71, -9.98, -1.72, 2.94], from: 4.5 },
  full: { bias: 3.49, weights: [4.09, 2.19, -3.94, -1.86, 0.63, -0.11, -2.9], from: 2.3 },
  /** Degrees: ridges that run so much alike everywhere are one map. */
  sameFlow: 1.2,
} as const;
