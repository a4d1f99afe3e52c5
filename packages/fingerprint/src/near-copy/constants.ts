/** Of a record's direction byte. */
export const DIRECTION_STEPS = 256;

/** Every pair of minutiae votes for the turn and the shift that would put one on the other. */
export const VOTES = {
  turns: 32,
  /** Pixels. */
  cell: 16,
  /** Cells each way: shifts of up to 224 pixels between the middles of the two captures. */
  side: 28,
  /** This many minutiae of one capture, spread over it, vote with all of the other. */
  voters: 40,
  /** How many of the alignments with most votes are tried. */
  tried: 4,
} as const;

/**
 * Tolerance for two minutiae to be one: wide at first, because a vote is coarse, then smaller with each better alignment. While it is wide, many
 * pairs are wrong: `stiff` counts against stretch and shear like minutiae whose squared distances from the middle have this sum.
 */
export const ROUNDS = [
  { pixels: 24, radians: 0.45, stiff: 200_000 },
  { pixels: 12, radians: 0.35, stiff: 100_000 },
  { pixels: 7, radians: 0.3, stiff: 30_000 },
  { pixels: 5, radians: 0.25, stiff: 10_000 },
  { pixels: 5, radians: 0.25, stiff: 1000 },
] as const;

/** Fewer pairs than this prove nothing. */
export const LEAST_PAIRS = 6;

/** Pixels. */
export const CLOSE = 3.5;

/** Cells at the edge of a finger are unreliable. */
export const MAX_FLOW_DEGREES = 30;

/** Two views are one capture if any of these holds. Weights by logistic regression on captures and copies: `npm run research -- copies`. */
export const ONE_CAPTURE = {
  /** Log odds of the minutiae alone, and with the maps. */
  minutiae: { bias: 3.29, weights: [4.08, 6.07, -2.59, -10.02, -1.86, 2.97], from: 5.5 },
  full: { bias: -4.85, weights: [-1.8, -2.6, -1.99, -2.31, -1.12, 1.13, 0.68, -7.77], from: 3.2 },
  /** Nearly all minutiae of the smaller capture are in the other one and point alike. Two captures each show some of their own. */
  whole: { minutiae: 12, share: 0.96, stepsApart: 2.5 },
  /** Degrees, and part of the points: ridges this similar everywhere are one map. */
  sameFlow: 1.15,
  sameRidges: 0.07,
} as const;

/** No two captures of a finger score as high. The values depend on the engine: `npm run research -- copies` measures them. */
export const NEAR_SELF_SCORE = { full: 130, minutiae: 118 } as const;

/** Nor are the neighbourhoods of their minutiae as similar: those of a copy are, however it is bent as a whole. */
export const NEAR_SELF_SIMILARITY = { full: 0.67, minutiae: 0.59 } as const;

/** Points of a map that are compared. */
export const RIDGE_SAMPLES = 800;

/** Steps by which the alignment is nudged; ridges lie nine pixels apart. */
export const NUDGES = [
  { pixels: 1.5, bend: 0.012 },
  { pixels: 1, bend: 0.008 },
  { pixels: 0.5, bend: 0.004 },
] as const;
