import {
  compare,
  holdsOneTouchTwice,
  isGoodEnough,
  isPlausible,
  SAME_FINGER_SCORE,
  type View,
} from '@authly/fingerprint';

/** `absent`: no finger; `poor`: the service would refuse it; `other`: not the finger of the earlier touches; `same`: one of them again. */
export type Assessment = 'good' | 'absent' | 'poor' | 'other' | 'same';

export function assessTouch(view: View | undefined, earlier: readonly View[]): Assessment {
  if (view === undefined || view.minutiae.length === 0) return 'absent';
  if (!isGoodEnough([view]) || !isPlausible(view)) return 'poor';
  if (earlier.length === 0) return 'good';
  if (holdsOneTouchTwice([...earlier, view])) return 'same';
  return compare(view, [...earlier]) >= SAME_FINGER_SCORE ? 'good' : 'other';
}
