import type { View } from '@authly/fingerprint';

/** Below these an enrollment would be refused again and again at verification: better to ask for another touch now. */
export const QUALITY_BAR = { quality: 20, minutiae: 12 } as const;

/** One good view is enough; the others only help. */
export const isGoodEnough = (views: readonly View[]): boolean =>
  views.some(({ quality, minutiae }) => quality >= QUALITY_BAR.quality && minutiae.length >= QUALITY_BAR.minutiae);
