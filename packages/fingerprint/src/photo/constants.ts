// Every constant of the conversion from a photo to a sensor image. Lengths are pixels at 500 dpi unless said otherwise.
export const PHOTO = {
  /** More than any phone's picture that a page holds in memory. */
  maxPixels: 64_000_000,
  /** Longer side of the copy that is searched for the finger. */
  smallSide: 240,
  /** Samples each way, or a few more, when many pixels become one. */
  averagedAcross: 6,
} as const;

export const FINGER = {
  /** An adult's fingertip, as a camera sees it: 18 mm wide. */
  width: 350,
  /** Minimum share of the variance between the two classes of pixels. Below it the finger fills the picture. */
  minSeparation: 0.72,
  /** Redness is (R − (G + B) / 2) / (R + G + B): minimum of skin. */
  minRedness: 0.025,
  redEnough: 0.75,
  /** Pixels of the small copy. */
  patternRadius: 2,
  /** Share of the picture above which the edges of the finger are not visible. */
  fills: 0.9,
  minArea: 0.03,
  /** The width is measured this many widths into the finger. */
  measuredWithin: 1.2,
  /** The tip is where the skin reaches this share of its largest width. */
  tipFrom: 0.2,
  /** The same for several fingers: a narrower part may be a red object behind them. */
  handFrom: 0.3,
  /** Pixels of the photo. Ridges of a narrower finger are finer than the pixels. */
  minWidthPixels: 170,
  /** Ridges across the width. More ridges are several fingers. */
  maxRidges: 60,
  partOfHand: 0.3,
} as const;

/** The upright picture of the fingertip: 23 × 31 mm, the tip this far below its upper edge. */
export const FRAME = { width: 448, height: 608, above: 20, dpi: 500 } as const;

export const RIDGES = {
  /** A profile across the ridges reaches this far to either side; each value is a mean over `along` pixels each way along the ridge. */
  reach: 24,
  along: 5,
  /** Half the side of the square that the direction is read from. */
  window: 12,
  step: 16,
  /** Pixels of the photo from ridge to ridge. The camera loses finer ridges. */
  minPixels: 4,
  /** The first pass, which finds color and period, uses every n-th node each way. */
  firstLook: 2,
  minPeriod: 4.5,
  maxPeriod: 20,
  bins: 36,
  /** Nodes of the clearest part: a square of 10 mm. */
  needed: 150,
  /** The ridge period of adults at 500 dpi. */
  usualPeriod: 9.2,
  /** Weight of the period against the finger's width, 0 to 1. */
  periodWeight: 0.75,
  /** Minimum share of a profile's power at one period for a ridge, and for a clear ridge. */
  weak: 0.25,
  clear: 0.55,
  /** Gray levels per 100 of brightness. Weaker ridges are noise. */
  minContrast: 0.6,
} as const;

export const LIGHT = {
  meanRadius: 9,
  deviationRadius: 14,
  /** Gray levels. Weaker ridges are not amplified to full strength. */
  floor: 1.2,
  /** Gray levels of one deviation in the result. */
  strength: 42,
  paper: 150,
} as const;

export const FAULT = {
  /** The scale ends at 100. Noise and textures reach 53; below it genuine photos often fail to match. */
  minSharpness: 55,
  qualityPerSharpness: 1.8,
  /** Mean cosine of twice the angle between neighboring ridges: 0.87 and more on skin, 0.6 and less on textures. */
  minSmoothness: 0.75,
  /** The same to the mean direction: 0.9 and less on skin, 1 on stripes. */
  maxStraightness: 0.95,
  /** Part of the finger that shows contrast: skin out of focus shows none. */
  minTextured: 0.6,
  /** Gray levels of the skin. */
  darkBelow: 42,
  brightAbove: 248,
  /** Mean of the green light: skin in good light has 70 to 160, whatever its color; with more, ridges are as white as valleys. */
  maxGreen: 168,
  maxBright: 0.25,
} as const;
