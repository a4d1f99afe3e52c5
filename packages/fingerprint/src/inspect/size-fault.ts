import { INSPECT, RESAMPLE } from '../constants.ts';
import type { View } from '../types.ts';

/** The image and the number of minutiae, before anything is made of them. */
export function sizeFault({ width, height, dpi, minutiae }: View): string | undefined {
  if ((Math.max(width, height) * RESAMPLE.dpi) / dpi > INSPECT.maxImageSide)
    return 'its image is larger than any sensor';
  if (minutiae.length < INSPECT.minutiae.min) return 'fewer minutiae than any finger shows';
  if (minutiae.length > INSPECT.minutiae.max) return 'more minutiae than any finger shows';
  return undefined;
}
