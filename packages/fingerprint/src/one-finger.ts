import { compare } from './compare/index.ts';
import { SAME_FINGER_SCORE } from './constants.ts';
import type { View } from './types.ts';

/** Are all views of one finger? Each is linked to the first by pairs that reach the score, so two views of another finger are found too. */
export function areOneFinger(views: readonly View[]): boolean {
  const linked = views.slice(0, 1);
  const apart = new Set(views.slice(1));
  // The loop also visits the views that are added here.
  for (const view of linked)
    for (const other of apart)
      if (compare(view, other) >= SAME_FINGER_SCORE) {
        apart.delete(other);
        linked.push(other);
      }
  return apart.size === 0;
}
