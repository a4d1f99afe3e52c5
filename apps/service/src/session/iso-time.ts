import type { Instant } from './session.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
/** Years of four digits. */
const END = Date.UTC(10_000, 0);
const digits = (count: number, length: number): string[] =>
  Array.from({ length: count }, (_, n) => String(n).padStart(length, '0'));
const TWO = digits(60, 2);
const THREE = digits(1000, 3);

let day = -1;
let dayText = '';

/** As `Date.prototype.toISOString` writes it, which takes longer than the rest of an answer: most instants are of one day. */
export function isoTime(instant: Instant): string {
  if (!Number.isInteger(instant) || instant < 0 || instant >= END) return new Date(instant).toISOString();
  const ms = instant % DAY_MS;
  if (instant - ms !== day) {
    day = instant - ms;
    dayText = new Date(day).toISOString().slice(0, -'00:00:00.000Z'.length);
  }
  const minutes = Math.floor(ms / 60_000);
  const seconds = Math.floor(ms / 1000);
  return `${dayText}${TWO[Math.floor(minutes / 60)]}:${TWO[minutes % 60]}:${TWO[seconds % 60]}.${THREE[ms % 1000]}Z`;
}
