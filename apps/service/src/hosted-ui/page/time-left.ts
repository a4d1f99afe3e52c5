import { PROCESSING_ALLOWANCE_MAX_MS } from '@authly/contract/session-times';

/** How long after `expires_at` an outcome may still come, whatever the operator grants: what was begun in time is finished. */
export const PROCESSING_TAIL_MS = PROCESSING_ALLOWANCE_MAX_MS;

/** How far the server's clock is ahead of this device's, by a `Date` header. The header leaves out what is less than a second: the page never promises more time than there is. */
export function clockOffset(dateHeader: string | null, receivedAt: number): number | undefined {
  const server = Date.parse(dateHeader ?? '');
  return Number.isNaN(server) ? undefined : server + 1000 - receivedAt;
}

/** Milliseconds until `expires_at` by the server's clock, never below zero. */
export const timeLeft = (expiresAt: string, now: number, offset: number): number =>
  Math.max(0, Date.parse(expiresAt) - (now + offset));

const twoDigits = (count: number): string => String(count).padStart(2, '0');

/** `09:58`, always as wide. Counted up to the next second, so that 00:00 means that it is over. */
export function clockFace(ms: number): string {
  const seconds = Math.ceil(ms / 1000);
  return `${twoDigits(Math.floor(seconds / 60))}:${twoDigits(seconds % 60)}`;
}
