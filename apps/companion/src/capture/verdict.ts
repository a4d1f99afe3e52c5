import type { View } from '@authly/fingerprint';
import type { Touch } from '../worker/jobs.ts';

/** The service refuses what lies below; better to ask for another touch here, at once. */
export const QUALITY_BAR = { quality: 20, minutiae: 12 } as const;

/** `absent`: no finger; `poor`: too little to compare; `other`: not the finger of the touches before. */
export type Verdict = 'good' | 'absent' | 'poor' | 'other';

export function verdictOf({ view, alike }: Touch): Verdict {
  if (view === undefined || view.minutiae.length === 0) return 'absent';
  if (view.quality < QUALITY_BAR.quality || view.minutiae.length < QUALITY_BAR.minutiae) return 'poor';
  return alike ? 'good' : 'other';
}

/** 0 to 100 for the person's eyes: clear ridges are not enough where few of them end or fork. */
export const clarityOf = (view: View | undefined): number =>
  view === undefined ? 0 : Math.min(view.quality, view.minutiae.length * 4);
