/** Every number of synthetic photographs. Lengths are pixels at 500 dpi, but for the photo's own size. */
export const PHOTOGRAPH = {
  /** Pixels of the photo. */
  width: 540,
  height: 700,
  /** Half the finger's width, and how far behind the tip it has that width. */
  radius: 175,
  tipLength: 132,
  /** The tip of the finger lies this far above the pad that was grown. */
  aboveMaster: 28,
  scale: [1.25, 1.4],
  /** Radians, as standard deviations: how the finger is turned in the picture, and rolled about its own length. */
  turnSpread: 0.08,
  rollSpread: 0.07,
  /** Part of the picture above the tip. */
  tipAt: [0.08, 0.16],
  /** How far the lamp stands aside, as a part of its distance. */
  lampAside: 0.3,
  ambient: 0.35,
  lamp: 0.62,
  shine: 18,
  /** Red, green, blue. Ridges catch the light; blood lets red through, so that it shows them least. */
  skin: [222, 164, 142],
  ridgeContrast: [0.04, 0.1, 0.11],
  background: [60, 150],
  patches: 22,
  patchCell: 60,
  /** Gray levels either way. */
  noise: 3,
} as const;
