import { compare } from './compare/index.ts';
import { SAME_FINGER_SCORE } from './constants.ts';
import type { View } from './types.ts';

/** Are all views of one finger? Every pair is compared: a made-up view that is half of each would link two fingers. */
export function areOneFinger(views: readonly View[]): boolean {
  return views.every((view, k) => views.slice(k + 1).every((other) => compare(view, other) >= SAME_FINGER_SCORE));
}
