import { compare, isGoodEnough, isPlausible, type View } from '@authly/fingerprint';

/** `absent`: no finger; `poor`: the service would refuse it; `other`: not the finger of the earlier touches. */
export type Assessment = 'good' | 'absent' | 'poor' | 'other';

/** Two touches with a lower score (one pair of strangers in a hundred has a higher one) are taken for two fingers. */
const SAME_FINGER_SCORE = 20;

export function assessTouch(view: View | undefined, earlier: readonly View[]): Assessment {
  if (view === undefined || view.minutiae.length === 0) return 'absent';
  if (!isGoodEnough([view]) || !isPlausible(view)) return 'poor';
  return earlier.length === 0 || compare(view, [...earlier]) >= SAME_FINGER_SCORE ? 'good' : 'other';
}
