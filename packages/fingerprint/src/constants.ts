// Every constant of extraction and comparison. Lengths are pixels at 500 dpi unless a name says cells.

export const RESAMPLE = {
  dpi: 500,
  minDpi: 72,
  maxDpi: 4000,
  /** Closer to 500 dpi than this, ridges move less than between two captures. */
  sameWithin: 0.01,
  minSide: 64,
  maxSide: 2000,
  maxPixels: 40_000_000,
} as const;

export const WINDOW = {
  /** Larger images, 32 mm each way, are reduced to the part of this size that shows most of a finger. */
  side: 640,
  rowsPerCell: 4,
} as const;

/** The orientation, frequency and mask grids have one value per CELL × CELL pixels. */
export const CELL = 4;

/** Padding around the image, so that filters need no bounds checks. A multiple of CELL. */
export const PAD = 24;

/** The area outside a reader's platen, found by steps of gray. Lengths in cells. */
export const PLATEN = {
  /** Gray levels within an even cell, and from one to the next. */
  evenRange: 14,
  evenStep: 5,
  /** Smaller areas are dirt. */
  minCells: 8,
  /** Distance range behind the boundary that is examined, because the edge itself may show a line. */
  lookFrom: 3,
  lookTo: 6,
  /** Gray levels by which the area is brighter than all pixels, or darker than the mean, of its neighborhood. */
  brighter: 12,
  darker: 24,
  /** Minimum length of the boundary, and the part of it that must be a step. */
  minBoundary: 6,
  minSteps: 0.8,
  edgeCells: 2,
  paintRadius: 4,
  leastKnown: 0.01,
} as const;

export const FLATTEN = {
  /** Slightly more than one ridge period: light and pressure vary over more, ridges over less. */
  radius: 10,
  /** Contrast below this is noise and is not amplified to full strength. */
  floor: 8,
} as const;

export const SEGMENT = {
  minContrast: 4,
  /** Share of the contrast of the clearest tenth of the image. */
  fraction: 0.28,
  clearest: 0.9,
  voteRadiusCells: 4,
  /** Minimum mean clarity, over this radius, of cells at the edge of the finger. Less is noise. */
  minClarity: 0.4,
  clearRadiusCells: 3,
  /** Parts smaller than this share of the largest one are dirt or another finger's edge. */
  minPart: 0.15,
  /** A hole of up to this share of the finger is dry or worn skin that ridges cross. A larger one is skin without contact. */
  maxHolePart: 0.1,
  /** A finger smaller than this cannot be compared: about a quarter of a fingertip. */
  minAreaPixels: 8000,
} as const;

export const ORIENTATION = {
  /** Orientations in a half turn. */
  steps: 64,
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
} as const;

export const LINES = {
  alongSigma: 3.2,
  acrossSigma: 1.2,
  /** The waves: as long as ridges stay straight. */
  longSigma: 5.5,
} as const;

export const GABOR = {
  acrossSigmaPeriods: 0.42,
  periodSteps: 21,
} as const;

export const PHASE = {
  /** Periods ahead of a minutia at which a ridge or a valley is read. */
  ahead: 0.5,
  /** Maximum distance and minimum cosine of the turn between the same minutia in both detectors. */
  sameWithin: 8,
  sameTurn: 0.5,
  /** Quality factor of a minutia that only one detector found: fewer of them appear in another capture. */
  once: 0.6,
} as const;

/** The net of lab/train. */
export const NET = {
  /** Values between its layers are whole numbers in this fraction of 1. */
  unit: 1024,
  /** Zeros around each layer, as many as the farthest tap reaches. */
  border: 2,
  /** The net's sides are multiples of these. */
  columns: 32,
  rows: 16,
  /** Length of a direction from which the net is sure of it. */
  sure: 0.45,
} as const;

export const AGREEMENT = {
  radiusCells: 2,
  passes: 1,
} as const;

/** Wet skin is also detected in parts of the capture. */
export const MOISTURE = {
  partCells: 8,
  wetPart: -0.5,
} as const;

export const DARKNESS = {
  darkest: 0.05,
  lightest: 0.95,
} as const;

/** The core is searched on a grid of nodes, by the directions of the nodes around each, weighted by distance. */
export const CORE = {
  nodeCells: 4,
  reachNodes: 4,
  sigmaNodes: 2.5,
} as const;

export const MEASURES = {
  /** Only every n-th row of cells is used, to save time. */
  everyRow: 2,
  /** Clarity below this is torn, blotted or noise. */
  clear: 0.6,
  /** Bins of the period histogram, and the quantile of the narrowest ridges, which measures compressed skin. */
  periodBins: 220,
  squeezed: 0.05,
  nearCore: 64,
  farFromCore: 112,
} as const;

/** Measures of one row have one cause and count as one. `npm run research -- quality` computes mean and deviation. */
export const GRADE = {
  // biome-ignore format: one row a line
  causes: [
    [['steady', -0.0215, 0.00939], ['even', -0.855, 0.403]],
    [['unsqueezed', -0.117, 0.0489]],
    [['notWet', -0.0856, 0.228], ['nowhereWet', -0.108, 0.191]],
    [['clear', -0.147, 0.146], ['oneWay', 0.865, 0.0482]],
    [['believed', 25.1, 9.22], ['confirmed', 0.686, 0.145]],
    [['aroundCore', 0.991, 0.0297], ['farAroundCore', 0.894, 0.105]],
  ],
  /** Deviations above the mean from which a cause counts no further. */
  enough: 0.5,
  /** Map the sum over the causes to 75 for the mean capture and 27 points per standard deviation. */
  bias: 80.7,
  scale: 10,
  /** Minutiae of any capture worth enrolling. */
  fewest: 12,
} as const;

/** Limits that no finger exceeds: a capture counts fully down to the first value, and not at all from the second on. */
export const NO_FINGER = {
  // biome-ignore format: one row a line
  limits: [
    ['coherence', 0.25, 0.2], // crossed waves, weaves, dots
    ['confirmed', 0.27, 0.22], // overlaid waves: lines end where no ridge does
    ['steady', -0.0045, -0.003], // drawn with compasses or a comb
    ['narrowest', 11, 12.5], // letters, squares, hair: wider apart than ridges
    ['bend', 0.22, 0.15], // brushed metal, straight stripes
  ],
  ofAnySkin: ['steady', 'narrowest', 'bend'],
  ofAnyPiece: ['steady', 'narrowest'],
  /** Fewer minutiae than this on a large area are waves that never end. */
  fewest: 6,
} as const;

export const FAULT = {
  smallArea: 24_000,
  /** A finger is cut off if it comes this close to one side over this share of its width. */
  nearCells: 3,
  cutShare: 0.5,
  littleAroundCore: 0.7,
  /** Weaker bends, as in an arch, are no core. With this visible share around the middle, nothing is cut off. */
  coreBend: 0.45,
  allAroundMiddle: 0.98,
  /** Skin is wet if its skewness is below the first or its dark share above the second. */
  wet: { skewness: -0.4, dark: 0.65 },
  veryWet: { skewness: -0.9, dark: 0.72 },
  dry: 0.9,
} as const;

export const MINUTIAE = {
  /** A shorter branch is a spur of the thinning. */
  minBranch: 9,
  /** A shorter line with two endings is dirt. */
  minLine: 16,
  /** Two endings that face each other over a shorter gap are one torn ridge. */
  maxGap: 11,
  /** Radians by which the two endings may miss each other. */
  maxGapAngle: 0.7,
  /** Two closer bifurcations are a bridge or a pore. */
  minBridge: 10,
  /** Length of ridge that gives the direction. */
  traceLength: 12,
  /** Endings closer to the edge of the finger are ignored, because every ridge ends there. */
  borderMargin: 11,
  /** Two closer minutiae are both false. */
  minDistance: 6,
  /** The weakest minutiae are noise. */
  max: 100,
  /** An image with more endings and bifurcations, before filtering, is not a finger. */
  maxFound: 4000,
} as const;

export const PREPARE = {
  /** More minutiae than this are noise, and cost grows with their square. */
  maxMinutiae: 64,
  /** Pairs of minutiae, over all pairs of views of two records. Six pairs of views have the most minutiae each, 3 × 6 have 36 each. */
  maxMinutiaPairs: 6 * 64 * 64,
  /** Pairs of views, the most promising, that are aligned and weighed. */
  maxViewPairs: 4,
} as const;

/** Plausibility limits of a record, checked before any comparison. In brackets the extremes of real and synthetic captures. */
export const INSPECT = {
  views: { probe: 3, enrollment: 6 },
  /** [7 to 89] */
  minutiae: { min: 5, max: 128 },
  /** An image is at most this long [640], and its part that shows minutiae or ridges [496]: 100 mm and 41 mm. */
  maxImageSide: 2020,
  maxExtent: 800,
  /** Root mean square distance of the minutiae from their centroid [153]. */
  maxSpread: 230,
  /** Square pixels of skin per minutia, by their spread. Less is a forged record [595]. */
  minAreaPerMinutia: 350,
  /** One ridge's width, and the maximum share of minutiae with a neighbor that close [0.29]. */
  near: 8,
  maxNear: 0.5,
  /** Maximum number of minutiae within this distance of one [27]. */
  crowdRadius: 60,
  maxCrowd: 40,
  map: {
    /** [336]; the most is MAP.maxCells [1,937]. */
    minCells: 90,
    /** Share of the finger's cells with only finger cells around them: a finger is one area, not specks [0.43]. */
    minInner: 0.3,
    /** Share of the minutiae outside the finger [0]. */
    maxOutside: 0.05,
    /** Mean radians between a minutia's direction and the ridges under it [0.12]. */
    maxMinutiaTurn: 0.22,
    /** How many minutiae really end a ridge or a valley: 1 for all, 0 for chance [0.55]. */
    minEnding: 0.3,
    /** Mean radians between the directions that the map states and those of its ridges [0.11]. */
    maxRidgeTurn: 0.22,
    /** 1 for straight lines, 0 for dots [0.68]. */
    minCoherence: 0.5,
    /** Squared steps between ridge and valley per half-resolution pixel: how narrow the ridges are [1.25 to 2.33]. */
    steps: { min: 0.9, max: 3 },
  },
} as const;

/** Between a minutia and its copy: one pixel of noise and half a pixel of rounding; two steps of a record's direction byte. */
export const COPY = { pixels: 1.5, radians: 0.05 } as const;

export const BELIEVED = { least: 0.1, most: 1.5 } as const;

export const NEIGHBORS = {
  count: 9,
  radius: 140,
  minDistance: 4,
} as const;

const LOCAL = {
  /** Tolerance for a neighbor: constant, plus a share of its distance, because skin stretches. */
  slack: 5,
  stretch: 0.12,
  angle: 0.55,
  /** Added to the neighbor count, so that two minutiae with few neighbors do not look similar. */
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
  keep: 0.4,
} as const;

export const GROW = {
  /** If both have maps and the best pairs support each other less than this, the score is 0 without a search: most pairs of different fingers. */
  minPromise: 0.072,
  maxSeeds: 7,
  /** The strongest grown matches, whose ridge flow is compared too. */
  maxCandidates: 3,
  /** Candidates with this share of the best strength are weighed with all evidence, so that one pixel hardly matters. */
  near: 0.6,
  minFlow: 0.1,
  /** Fewer pairs than this are no match, whatever the ridges say. */
  minPairs: 3,
  /** With this many pairs, and this share of those expected, the search ends. */
  clearCount: 14,
  clearShare: 0.45,
  rounds: 5,
  reach: 110,
  /** Maximum distance of the next minutia from its predicted position. */
  slack: 8,
  stretch: 0.1,
  angle: 0.5,
  /** Distance at which a pair's weight has fallen to a quarter. */
  localSigma: 50,
  /** A minutia's direction counts for the turn like two points this far apart. */
  rod: 20,
  maxScale: 1.4,
} as const;

export const MAP = {
  /** Pixels per map cell, and half-resolution pixels per map cell. */
  cell: 8,
  half: 4,
  orientationSteps: 240,
  outside: 255,
  nothing: 2,
  /** Limit of a record: about 20 × 34 mm of skin. */
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
  /** A sum below this after the 16 outer points proves a difference. */
  minEarlySum: 2,
  /** Radians at which the similarity of two directions is 0. */
  tolerance: 0.5,
  damping: 6,
  /** Minimum similarity of a pair; rules out most pairs of different fingers. */
  minSimilarity: 0.4,
  weight: 0.35,
} as const;

export const FIELD = {
  cellsPerNode: 4,
} as const;

export const EVIDENCE = {
  /** Weight of an exact pair whose neighborhoods are not similar at all. */
  baseWeight: 0.3,
  /** Minutiae added as missing, because a few pairs in a small overlap prove little. */
  missing: 3,
  /** Without a map the finger is assumed to extend this far beyond its outermost minutiae. */
  margin: 20,
} as const;

export const RIDGES = {
  /** Half-resolution pixels by which a block may shift across its ridges. */
  maxShift: 4,
  minCovered: 0.3,
  /** Blocks without correlation that are added to the average, because few blocks prove little. */
  damping: 4,
  /** Correlation from which a block's ridges agree, and from which they agree clearly. */
  agree: 0.25,
  clear: 0.65,
  /** Cosine of the widest angle between the ridges of two blocks that can measure the same shift. */
  minAlike: 0.5,
} as const;

/** Above any record of `npm run research -- attacks`, and above 40, a false match rate of 0.01 %. */
export const THRESHOLD = 44;

/** Two views of one record with a lower score are treated as two fingers. One pair of two fingers in a hundred reaches it. */
export const SAME_FINGER_SCORE = 20;

/** Weights: regularized logistic regression on six public sets. No weight is negative: showing less gains nothing. */
export const SCORE = {
  full: {
    bias: -11.21,
    weights: [0.723, 5.41, 1.33, 4.93, 0.645, 3.08, 3.88, 5.34, 3.86],
    /** Log odds and score. Beyond 60 scores grow a third as fast, because no set is large enough to measure them. */
    bands: [
      [-5.84, 0],
      [-4.52, 10],
      [-3.21, 20],
      [-2.3, 30],
      [-1.48, 40],
      [0.162, 60],
      [2.63, 70],
    ],
    /** For THRESHOLD: a few pairs can be assembled from other fingers; ridges that contradict their pairs are forged. */
    least: { supported: 2, flow: 0.55 },
  },
  /** Minutiae alone: a record of another maker. */
  minutiae: {
    bias: -12.12,
    weights: [1.03, 7.22, 1.82, 11.8, 0.697],
    bands: [
      [-5.49, 0],
      [-4.07, 10],
      [-2.65, 20],
      [-1.79, 30],
      [-1.07, 40],
      [0.384, 60],
      [2.56, 70],
    ],
    least: { supported: 2.2 },
  },
} as const;

/** `npm run generate` copies these to the compiled kernels. */
export const COMPILED_CONSTANTS = {
  FIELD,
  GROW,
  LOCAL,
  MAP,
  NEIGHBORS,
  NET,
  ORIENTATION,
  PREPARE,
  RELAX,
  RIDGES,
  RINGS,
};
