import {
  areOneFinger,
  decodeTemplate,
  encodeTemplate,
  extract,
  holdsCaptureTwice,
  ImageError,
  isGoodEnough,
  isPlausible,
  type Image,
  type View,
} from '@authly/fingerprint';

/** Three captures at enrollment are recognized more often than one. */
export const CAPTURES = { enroll: 3, verify: 1 } as const;

/** `poor`: the service would refuse it. `same`: an earlier capture again. */
export type Assessment = 'good' | 'absent' | 'poor' | 'other' | 'same';

export function assessCapture(view: View | undefined, earlier: readonly View[]): Assessment {
  if (view === undefined || view.minutiae.length === 0) return 'absent';
  if (!isGoodEnough([view]) || !isPlausible(view)) return 'poor';
  if (earlier.length === 0) return 'good';
  if (holdsCaptureTwice([...earlier, view])) return 'same';
  return areOneFinger([...earlier, view]) ? 'good' : 'other';
}

/** Encoded and decoded, so that the app assesses the same view as the service. Undefined without a finger. */
export function viewOf(image: Image): View | undefined {
  try {
    const extracted = extract(image);
    const stored = decodeTemplate(encodeTemplate([extracted]))[0];
    return stored && extracted.fault ? { ...stored, fault: extracted.fault } : stored;
  } catch (error) {
    if (error instanceof ImageError) return undefined;
    throw error;
  }
}
