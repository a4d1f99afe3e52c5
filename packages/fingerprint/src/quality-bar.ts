import type { View } from './types.ts';

/** The minimum for an enrollment. Below it the app requests another capture. */
export const QUALITY_BAR = { quality: 20, minutiae: 12 } as const;

export function isGoodEnough(views: readonly View[]): boolean {
  return views.some(
    ({ quality, minutiae }) => quality >= QUALITY_BAR.quality && minutiae.length >= QUALITY_BAR.minutiae,
  );
}
