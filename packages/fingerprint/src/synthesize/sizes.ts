/** Lengths in this folder are pixels at 500 dpi (0.0508 mm) and angles radians, unless a comment says otherwise. */
export const DPI = 500;
export const IMAGE_WIDTH = 360;
export const IMAGE_HEIGHT = 400;

/** The grown finger pad: slightly larger than any impression can touch. */
export const MASTER_WIDTH = 344;
export const MASTER_HEIGHT = 456;

/** Ridges are about nine pixels apart, so growing them on every second pixel loses nothing. */
export const GROWTH_SCALE = 2;
export const GROWTH_WIDTH = MASTER_WIDTH / GROWTH_SCALE;
export const GROWTH_HEIGHT = MASTER_HEIGHT / GROWTH_SCALE;
