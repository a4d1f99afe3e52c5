import { isGoodEnough, type View } from '@authly/fingerprint';
import type { Touch } from '../worker/jobs.ts';

/** `absent`: no finger; `poor`: the service would refuse it; `other`: not the finger of the touches before. */
export type Verdict = 'good' | 'absent' | 'poor' | 'other';

export function verdictOf({ view, alike }: Touch): Verdict {
  if (view === undefined || view.minutiae.length === 0) return 'absent';
  if (!isGoodEnough([view])) return 'poor';
  return alike ? 'good' : 'other';
}

/** 0 to 100 for the person's eyes: clear ridges are not enough where few of them end or fork. */
export const clarityOf = (view: View | undefined): number =>
  view === undefined ? 0 : Math.min(view.quality, view.minutiae.length * 4);
