import type { Instant } from './session.ts';

export function isoTime(instant: Instant): string;
export function isoTime(instant: Instant | null): string | null;
export function isoTime(instant: Instant | null): string | null {
  return instant === null ? null : new Date(instant).toISOString();
}
