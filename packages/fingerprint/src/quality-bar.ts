import type { View } from './types.ts';

/** An enrollment below these would fail at verification again and again, so another capture is requested at once. */
export const QUALITY_BAR = { quality: 20, minutiae: 12 } as const;

/** One good view is enough; the others only help. */
export function isGoodEnough(views: readonly View[]): boolean {
  return views.some(
    ({ quality, minutiae }) => quality >= QUALITY_BAR.quality && minutiae.length >= QUALITY_BAR.minutiae,
  );
}
