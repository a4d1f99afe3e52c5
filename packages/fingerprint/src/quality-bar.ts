import type { View } from './types.ts';

/** Below these an enrollment would be refused again and again at verification: better to ask for another touch at once. */
export const QUALITY_BAR = { quality: 20, minutiae: 12 } as const;

/** One good view is enough; the others only help. */
export function isGoodEnough(views: readonly View[]): boolean {
  return views.some(
    ({ quality, minutiae }) => quality >= QUALITY_BAR.quality && minutiae.length >= QUALITY_BAR.minutiae,
  );
}
