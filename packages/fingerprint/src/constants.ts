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
  /** From so many pixels on for one, whole pixels are averaged first: the exact weights then look at few. */
  reduceFrom: 3,
  /** What the exact weights are left with: so many pixels for one, or a few more. */
  reduceTo: 1.5,
} as const;

export const WINDOW = {
  /** Of a larger image than this, 32 mm each way, only such a part is worked on: the one that shows most of a finger. Real prints show 496 at most. */
  side: 640,
  /** To find it, so many rows of each cell are looked at. */
  rowsPerCell: 4,
} as const;

/** The orientation, frequency and mask grids have one value per CELL × CELL pixels. */
export const CELL = 4;

/** Room around the image, so that no filter has to ask whether it still is inside. A multiple of CELL. */
export const PAD = 24;

/** What lies beyond the glass of a reader, told from free glass and finger by steps of gray. Lengths in cells. */
export const PLATEN = {
  /** Gray levels within an even cell, and from one to the next. */
  evenRange: 14,
  evenStep: 5,
  /** Smaller areas are dirt. */
  minCells: 8,
  /** What lies behind the boundary is looked at from here to there: the edge itself may show a line. */
  lookFrom: 3,
  lookTo: 6,
  /** By so many gray levels an area is brighter than all, or darker than the mean, of what it borders on. */
  brighter: 12,
  darker: 24,
  /** So long a boundary, and this part of it a step. */
  minBoundary: 6,
  minSteps: 0.8,
  /** The edge of the glass is so wide. */
  edgeCells: 2,
  paintRadius: 4,
  leastKnown: 0.01,
} as const;

export const FLATTEN = {
  /** A little more than one ridge period: light and pressure vary over more, ridges over less. */
  radius: 10,
  /** Contrast below this is noise and is not raised to full strength. */
  floor: 8,
} as const;

export const SEGMENT = {
  minContrast: 4,
  /** Of the contrast of the clearest tenth of the image. */
  fraction: 0.28,
  clearest: 0.9,
  voteRadiusCells: 4,
  /** What the ridges that were found explain less of than this, over so many cells each way, is noise. */
  minClarity: 0.4,
  clearRadiusCells: 3,
  /** Parts smaller than this share of the largest one are dirt or another finger's edge. */
  minPart: 0.15,
  /**
   * A hole of up to this share of the finger is dry or worn skin, and the ridges run on through it; a larger one is skin that did not
   * touch. The largest hole in 480 real prints has 0.09.
   */
  maxHolePart: 0.1,
  /** A finger smaller than this cannot be compared: about a quarter of a fingertip. */
  minAreaPixels: 8000,
} as const;

export const ORIENTATION = {
  /** Steps of a half turn. */
  steps: 64,
  /** The neighbourhood is weighed by passes of box means. */
  passes: 2,
  fineRadiusCells: 2,
  coarseRadiusCells: 6,
} as const;

export const FREQUENCY = {
  minPeriod: 5,
  maxPeriod: 16,
  usualPeriod: 9,
  bins: 18,
  blockCells: 4,
  /** Half the profile: two to four ridges. */
  reach: 20,
  poolPasses: 2,
  smoothPasses: 2,
  /** The across-ridge smoothing of the lines that the profile is read from. */
  lineSigma: 1.2,
} as const;

export const LINES = {
  /** Of the first look. */
  alongSigma: 3.2,
  acrossSigma: 1.2,
  /** Of both enhancement paths: as long as ridges stay straight. Of all constants the one that errors depend on most. */
  longSigma: 5.5,
  /** The fixed band passes periods between about 5 and 18 pixels. */
  bandNarrow: 1.3,
  bandWide: 4,
} as const;

export const GABOR = {
  /** Of the ridge period. */
  acrossSigmaPeriods: 0.42,
  periodSteps: 21,
} as const;

export const PHASE = {
  /** Of the ridge period: how far before a minutia one looks whether a ridge or a valley begins. */
  ahead: 0.5,
  /** A minutia of the lines and one of the phase are the same within this distance and turn (its cosine). */
  sameWithin: 8,
  sameTurn: 0.5,
  /** What a minutia is worth that one way of reading shows and the other does not. Of real ones 63 of 100 come again in another touch, of the others 88. */
  once: 0.6,
} as const;

export const COMBINE = {
  /** Strength of the fixed band beside the tuned wave. */
  band: 0.15,
} as const;

export const AGREEMENT = {
  radiusCells: 2,
  passes: 1,
} as const;

/** Wet or dry skin is also told part by part. */
export const MOISTURE = {
  partCells: 8,
  wetPart: -0.5,
} as const;

/** Of the grays of a finger those at these parts are taken for ridge and glass. */
export const DARKNESS = {
  darkest: 0.05,
  lightest: 0.95,
} as const;

/** The core is looked for on nodes of so many cells each way, by the directions of so many nodes around, the nearer the more. */
export const CORE = {
  nodeCells: 4,
  reachNodes: 4,
  sigmaNodes: 2.5,
} as const;

/** What the measures of a touch are measured with. */
export const MEASURES = {
  /** Of the rows of cells, so that looking at all costs no more than a hundredth of an extraction. */
  everyRow: 2,
  /** Clarity below this is torn, blotted or noise. */
  clear: 0.6,
  /** Ridge periods are counted in so many bins; this part of them, the narrowest, tells how far skin is squeezed together. */
  periodBins: 220,
  squeezed: 0.05,
  /** Pixels around the core. */
  nearCore: 64,
  farFromCore: 112,
} as const;

/**
 * The touch's quality. Of each measure, what is usual and the standard deviation, over the 480 touches of six public sets; measures of one row tell of one
 * cause and count as one. Weights that were fitted to the outcome of comparisons were worse on a set left out (`npm run research -- quality`).
 */
export const GRADE = {
  // biome-ignore format: one row a line
  causes: [
    [['steady', -0.0216, 0.00942], ['even', -0.862, 0.412]],
    [['unsqueezed', -0.118, 0.0495]],
    [['notWet', -0.0845, 0.227], ['nowhereWet', -0.107, 0.19]],
    [['clear', -0.0991, 0.122], ['oneWay', 0.865, 0.0483]],
    [['believed', 26.8, 10.1], ['confirmed', 0.783, 0.101]],
    [['aroundCore', 0.991, 0.0268], ['farAroundCore', 0.893, 0.105]],
  ],
  /** So many deviations better than usual are enough of any cause. */
  enough: 0.5,
  /** What brings the sum over the causes to 75 for the mean touch and to 27 points a standard deviation. */
  bias: 80.9,
  scale: 10.7,
  /** Minutiae that any touch worth enrolling shows. */
  fewest: 12,
} as const;

/**
 * What no finger shows, however clear it is: of each measure the value up to which a touch counts whole and that from which it counts nothing, and in
 * brackets the last of 480 real touches.
 */
export const NO_FINGER = {
  // biome-ignore format: one row a line
  limits: [
    ['coherence', 0.25, 0.2], // [0.27] crossed waves, weaves, dots
    ['confirmed', 0.43, 0.38], // [0.44] waves laid over each other: lines end where no ridge does
    ['steady', -0.0045, -0.003], // [-0.0059] drawn with compasses or a comb
    ['narrowest', 11, 12.5], // [9.5] letters, squares, hair: everything lies wider apart than ridges
    ['bend', 0.22, 0.15], // [0.31] brushed metal, straight stripes
  ],
  /** Those that skin keeps to however wet or dry it is, and of them those that a piece of it keeps to. */
  ofAnySkin: ['steady', 'narrowest', 'bend'],
  ofAnyPiece: ['steady', 'narrowest'],
  /** Fewer minutiae than this on more than a small part of a finger: waves that never end [13]. */
  fewest: 6,
} as const;

/** What is said of a touch below the bar. */
export const FAULT = {
  /** Less of a finger than this is too little, whatever its skin is like. */
  smallArea: 24_000,
  /** So near to the side of the picture the finger goes on beyond it, over this part of its own width. */
  nearCells: 3,
  cutShare: 0.5,
  /** Less than this of what lies around the core is little, however large the finger is. */
  littleAroundCore: 0.7,
  /** Ridges that bend less than this nowhere, as those of an arch, show no core; where so much is seen around the middle, nothing is cut off. */
  coreBend: 0.45,
  allAroundMiddle: 0.98,
  /**
   * Skin is wet where the third moment of the flattened picture is below the first or more than the second of it is dark, and very wet beyond
   * the others. The darkest twentieth of real touches begins at 0.36 to 0.69, by set.
   */
  wet: { skewness: -0.4, dark: 0.65 },
  veryWet: { skewness: -0.9, dark: 0.72 },
  /** Dry above this third moment. */
  dry: 0.9,
} as const;

export const MINUTIAE = {
  /** A branch shorter than this is a spur of the thinning, not a ridge. */
  minBranch: 9,
  /** A line shorter than this, with two endings, is dirt. */
  minLine: 16,
  /** Two endings that face each other over less than this are one torn ridge. */
  maxGap: 11,
  /** Radians by which the two endings may miss each other. */
  maxGapAngle: 0.7,
  /** Two bifurcations nearer than this are a bridge or a pore, not two minutiae. */
  minBridge: 10,
  /** How far a ridge is followed to learn its direction. */
  traceLength: 12,
  /** Nearer than this to the edge of the finger every ridge ends. */
  borderMargin: 11,
  /** Two minutiae nearer than this cannot both be true. */
  minDistance: 6,
  /** A record holds at most 255, and the weakest of so many are noise. */
  max: 100,
  /** More endings and bifurcations than this before any are dropped are no finger's. */
  maxFound: 4000,
} as const;

/** Comparison starts here. */
export const PREPARE = {
  /** More minutiae than this are noise, and cost grows with their square. */
  maxMinutiae: 64,
  /** Pairs of minutiae, over all pairs of views of two records. Six pairs of views have the most minutiae each, 3 × 6 have 36 each. */
  maxMinutiaPairs: 6 * 64 * 64,
  /** So many pairs of views, the likeliest, are aligned and weighed. */
  maxViewPairs: 4,
} as const;

/**
 * What a record may be, judged before anything is compared. In brackets what 480 real prints and 1,200 touches of synthetic fingers come
 * to: each bound keeps a distance to that.
 */
export const INSPECT = {
  views: { probe: 3, enrollment: 6 },
  /** [7 to 89] */
  minutiae: { min: 5, max: 128 },
  /** Of the image [640], and of the part that shows minutiae or ridges [496]: 100 mm and 41 mm. */
  maxImageSide: 2020,
  maxExtent: 800,
  /** Root mean square distance of the minutiae from their middle [153]. */
  maxSpread: 230,
  /** Square pixels of skin per minutia, by their spread: fewer are a soup [595]. */
  minAreaPerMinutia: 350,
  /** Two minutiae so near are one ridge's width apart; this part of all may have such a neighbour [0.29]. */
  near: 8,
  maxNear: 0.5,
  /** No minutia has more others than this within this distance [27]. */
  crowdRadius: 60,
  maxCrowd: 40,
  map: {
    /** [336]; the most is MAP.maxCells [1,937]. */
    minCells: 90,
    /** Part of the finger's cells whose neighbours all show the finger too: a finger is one area, not specks [0.43]. */
    minInner: 0.3,
    /** Part of the minutiae that lie off the finger [0]. */
    maxOutside: 0.05,
    /** Mean radians between a minutia's direction and the ridges under it [0.12]. */
    maxMinutiaTurn: 0.22,
    /** Minutiae end a ridge or a valley where they say, 1 for all, 0 for chance [0.55]. */
    minEnding: 0.3,
    /** Mean radians between the directions that the map states and those of its ridges [0.11]. */
    maxRidgeTurn: 0.22,
    /** Are the ridges lines? 1 for straight ones, 0 for dots [0.68]. */
    minCoherence: 0.5,
    /** Squared steps between ridge and valley per half-resolution pixel: how narrow the ridges are [1.25 to 2.33]. */
    steps: { min: 0.9, max: 3 },
  },
} as const;

/** What a minutia counts, by its quality against the mean of its view: at least, and at most. */
export const BELIEVED = { least: 0.1, most: 1.5 } as const;

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
  /** Added to the neighbour count, so that two minutiae with few neighbours do not look similar. */
  damping: 3,
} as const;

export const RELAX = {
  /** The most similar pairs, which then support each other; cost grows with their square. */
  pairs: 40,
  rounds: 4,
  /** As in LOCAL, but over any distance. */
  slack: 8,
  stretch: 0.15,
  angle: 0.45,
  /** Part of its own strength that a pair keeps in a round, whatever the others say. */
  keep: 0.4,
} as const;

export const GROW = {
  /**
   * Where both have maps and the best pairs support each other less than this, no match is looked for and the score is 0: six of ten pairs of strangers.
   * Of 1,680 pairs of touches of one finger four whose score is above 10 have less, from 0.061 on; of those that match the lowest has 0.099. With 0.07 it
   * would be but four of ten strangers.
   */
  minPromise: 0.075,
  maxSeeds: 7,
  /** The strongest grown matches, whose ridge flow is compared too. */
  maxCandidates: 3,
  /** Of these, such as come so near to the strongest are weighed with all evidence, and the likeliest counts: a pixel more or less then hardly matters. */
  near: 0.6,
  minFlow: 0.1,
  /** Fewer pairs than this are no match, whatever the ridges say. */
  minPairs: 3,
  /** So many pairs, and this part of those expected, are clear enough to look no further. */
  clearCount: 14,
  clearShare: 0.45,
  rounds: 5,
  /** A pair is looked for this near to pairs that were found. */
  reach: 110,
  /** How far the next minutia may lie from its predicted place. */
  slack: 6,
  stretch: 0.1,
  angle: 0.5,
  /** Distance at which a pair's weight has fallen to a quarter. */
  localSigma: 60,
  /** A minutia's direction counts for the turn like two points this far apart. */
  rod: 20,
  /** Skin stretches and shrinks by this much at most. */
  maxScale: 1.4,
} as const;

export const MAP = {
  /** Pixels per map cell, and half-resolution pixels per map cell. */
  cell: 8,
  half: 4,
  orientationSteps: 240,
  outside: 255,
  nothing: 2,
  /** What a record carries: about 20 × 34 mm of skin. */
  maxCells: 2600,
} as const;

export const RINGS = {
  /** Radius and number of points of each ring, the outer ones first: near a minutia all ridges run along it. */
  rings: [
    [72, 8],
    [50, 8],
    [32, 6],
    [16, 4],
  ],
  /** After so many points, a sum below this settles that the two differ. */
  earlyPoints: 16,
  minEarlySum: 2,
  /** Radians off at which two directions say nothing. */
  tolerance: 0.5,
  damping: 6,
  /** Less similar than this is no pair: four of five pairs of strangers, and one in a hundred of true ones. */
  minSimilarity: 0.4,
  /** How much of a pair's similarity comes from the rings. */
  weight: 0.35,
} as const;

export const FIELD = {
  /** Map cells per node, each way. */
  cellsPerNode: 4,
} as const;

export const EVIDENCE = {
  /** What an exact pair counts whose neighbourhoods are not similar at all. */
  baseWeight: 0.3,
  /** Where few minutiae lie in the overlap, all of them paired prove less: so many more count as missing. */
  missing: 3,
  /** Without a map the finger is taken to reach this far beyond its outermost minutiae. */
  margin: 20,
} as const;

export const RIDGES = {
  /** Half-resolution pixels by which a block may shift across its ridges. */
  maxShift: 4,
  /** Part of a block that both fingers must cover. */
  minCovered: 0.3,
  /** So many more blocks of no correlation are averaged in: few blocks prove little. */
  damping: 4,
  /** From this correlation on a block's ridges agree, and from the other one on clearly. */
  agree: 0.25,
  clear: 0.65,
  /** Cosine of the widest angle at which the ridges of two blocks can tell of one shift. */
  minAlike: 0.5,
} as const;

/** A match iff the score is at least this: a false match rate of at most 0.01 %, as measured for SCORE. */
export const THRESHOLD = 40;

/** Touches with a lower score are taken for two fingers while one is enrolled: one pair of strangers in a hundred has a higher one. */
export const SAME_FINGER_SCORE = 20;

/**
 * Weights: logistic regression on all pairs of six public sets (1,680 genuine, 17,280 impostor), drawn together so that no kind of evidence
 * carries all; none is below 0, so that nothing can be gained by showing less. Bands: log odds and the score that stands for the false match
 * rate there; 10 is 10 %, 20 is 1 %, 30 is 0.1 %, 40 is 0.01 %. Each is where the worst set has it that the weights had not seen, so that it
 * holds on each set; all impostors, those of 19,900 pairs of synthetic fingers too, lie below 40. Beyond 60 scores grow a third as fast:
 * nothing measured tells them apart. The last two points give the slope beyond.
 */
export const SCORE = {
  /** With ridge maps on both sides. */
  full: {
    bias: -11.29,
    weights: [0.87, 5.31, 1.4, 5.95, 0.53, 3.01, 4.28, 5.86, 4.76],
    bands: [
      [-5.22, 0],
      [-3.91, 10],
      [-2.59, 20],
      [-1.31, 30],
      [-0.03, 40],
      [1.88, 60],
      [4.74, 70],
    ],
    /**
     * With less than this, whatever else speaks for a match, THRESHOLD is not reached: so few pairs can be put together from other fingers,
     * and pairs on ridges that contradict them are forged. Of 2,100 genuine pairs that match 1 % have less.
     */
    least: { count: 8, flow: 0.55, joined: 0.12 },
  },
  /** Minutiae alone: a record of another maker. */
  minutiae: {
    bias: -12.48,
    weights: [1.33, 7.27, 2.08, 13.63, 0.65],
    bands: [
      [-4.54, 0],
      [-3.29, 10],
      [-2.04, 20],
      [-0.66, 30],
      [0.73, 40],
      [3.18, 60],
      [6.86, 70],
    ],
    least: { count: 9 },
  },
} as const;

/** What the compiled kernels read too; `npm run generate` passes it on to them. */
export const COMPILED_CONSTANTS = {
  FIELD,
  GROW,
  LOCAL,
  MAP,
  NEIGHBOURS,
  ORIENTATION,
  PREPARE,
  RELAX,
  RIDGES,
  RINGS,
} as const;
