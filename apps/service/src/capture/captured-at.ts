import { isIsoTimestamp } from '@authly/contract/iso-timestamp';
import type { Instant } from '../session/session.ts';

/** The app's own capture time only if it is ISO 8601 and lies between claim and now; else the callback's time. UTC with `Z`. */
export function capturedAt(reported: string | undefined, claimedAt: Instant, now: Instant): string {
  const instant = reported !== undefined && isIsoTimestamp(reported) ? Date.parse(reported) : NaN;
  return new Date(instant >= claimedAt && instant <= now ? instant : now).toISOString();
}
