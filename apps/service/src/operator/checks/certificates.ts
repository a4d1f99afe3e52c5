const DAY_MS = 24 * 60 * 60 * 1000;
const MOST_DAYS = 21;
/** Renewal begins with a third of the life left, so a fifth says that it has failed. */
const SHARE = 1 / 5;

export interface Validity {
  /** -Infinity if it is not known. */
  readonly from: number;
  readonly until: number;
}

export const daysUntil = (at: number): number => Math.floor((at - Date.now()) / DAY_MS);

/** A certificate of six days is renewed later than one of a year. */
export const isLate = ({ from, until }: Validity): boolean =>
  until - Date.now() < Math.min(MOST_DAYS * DAY_MS, (until - from) * SHARE);

/** Throws if it expires soon. */
export function expires(validity: Validity): string {
  const days = daysUntil(validity.until);
  if (isLate(validity)) throw new Error(`expires in ${days} days: renew it`);
  return `expires in ${days} days`;
}
