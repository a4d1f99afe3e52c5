// Every constant of extraction and comparison. Lengths are pixels at 500 dpi unless a name says cells.

/** What an image must be to be worked on, and the one resolution that everything after works at. */
export const RESAMPLE = {
  dpi: 500,
  minDpi: 72,
  maxDpi: 4000,
  /** Nearer than this to 500 dpi, ridges move less than the error of a touch. */
  sameWithin: 0.01,
  minSide: 64,
  maxSide: 2000,
  maxPixels: 40_000_000,
} as const;

/** The orientation, frequency and mask grids have one value per CELL × CELL pixels. */
export const CELL = 4;

/** Room around the image, so that no filter has to ask whether it still is inside. A multiple of CELL. */
export const PAD = 24;

export const FLATTEN = {
  /** A little more than one ridge period: light and pressure vary over more, ridges over less. */
  radius: 10,
  /** Contrast below this is noise and is not raised to full strength. */
  floor: 8,
} as const;

export const SEGMENT = {
  minContrast: 7,
  /** Of the contrast of the clearest tenth of the image. */
  fraction: 0.28,
  clearest: 0.9,
  voteRadiusCells: 4,
  /** Components smaller than this part of the largest one are dirt or another finger's edge. */
  keepPart: 0.15,
  /** A finger smaller than this cannot be compared: about a quarter of a fingertip. */
  minAreaPixels: 8000,
} as const;

export const ORIENTATION = {
  /** Steps of a half turn. */
  steps: 64,
  fineSigmaCells: 2.2,
  coarseSigmaCells: 5,
} as const;

export const FREQUENCY = {
  sigmaCells: 5,
  minPeriod: 5,
  maxPeriod: 15,
} as const;

export const LINES = {
  alongSigma: 3.2,
  acrossSigma: 1.2,
} as const;

export const GABOR = {
  alongSigma: 4.2,
  /** Of the ridge period. */
  acrossSigmaPeriods: 0.42,
  periodSteps: 21,
} as const;

export const MINUTIAE = {
  /** A branch shorter than this is a spur of the thinning, not a ridge. */
  spur: 9,
  /** A line shorter than this with two ends is dirt. */
  island: 16,
  /** Two ends that face each other over less than this are one torn ridge. */
  gap: 11,
  /** Radians by which the two ends may miss each other. */
  gapAngle: 0.7,
  /** Two forks joined by less than this are a bridge or a pore, not two minutiae. */
  bridge: 10,
  /** How far a ridge is followed to learn its direction. */
  traceLength: 12,
  /** Nearer than this to the edge of the finger every ridge ends. */
  border: 11,
  /** Two minutiae nearer than this cannot both be true. */
  crowd: 6,
  max: 100,
} as const;

export const PREPARE = {
  /** More minutiae than this are noise, and cost grows with their square. */
  maxMinutiae: 64,
} as const;

export const NEIGHBOURS = {
  count: 9,
  radius: 140,
  minDistance: 4,
} as const;

export const LOCAL = {
  /** How far a neighbour may be off: so much at once, and so much more per pixel of distance, because skin stretches. */
  slack: 5,
  stretch: 0.12,
  angle: 0.55,
  /** Added to the neighbour count, so that two lonely minutiae do not look alike. */
  damping: 3,
} as const;

export const RELAX = {
  pairs: 60,
  rounds: 4,
  distance: 8,
  distanceStretch: 0.08,
  angle: 0.45,
  keep: 0.4,
} as const;

export const ALIGN = {
  seeds: 8,
  distance: 14,
  angle: 0.6,
  bendSigma: 60,
  bendDamping: 1,
  tightDistance: 10,
} as const;
