import type { WebhookDelivery } from '../merchants/webhook.ts';
import type { Instant } from '../session/session.ts';

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/** After the first failed attempt, the second, and so on; then always the last. */
export const PAUSES_MS = [5 * SECOND, 30 * SECOND, 2 * MINUTE, 10 * MINUTE, 30 * MINUTE, HOUR, 2 * HOUR, 4 * HOUR];
/** So that what failed together is not tried again together. */
const SPREAD = 0.2;

/** How long an endpoint may fail before nothing is sent to it any more, and how often this event must have been tried by then. */
export const DISABLED_AFTER_MS = 5 * 24 * HOUR;
const TRIED_AT_LEAST = 5;

/** When to try again after an attempt that failed; null: it is given up. */
export function nextAttempt(
  { attempts, until }: WebhookDelivery,
  now: Instant,
  random = Math.random(),
): Instant | null {
  const pause = PAUSES_MS[Math.min(attempts, PAUSES_MS.length) - 1] ?? PAUSES_MS[0]!;
  const next = now + Math.round(pause * (1 - SPREAD / 2 + SPREAD * random));
  return next <= until ? next : null;
}

/**
 * One failure after a long silence is not enough: the endpoint may have been well all the while, with nothing to hear. An event that is given
 * up (`next` is null) is: with many that wait for an endpoint that hangs, each has had its day before it could be tried often.
 */
export const isHopeless = (
  { attempts }: WebhookDelivery,
  next: Instant | null,
  failingSince: Instant,
  now: Instant,
): boolean => now - failingSince >= DISABLED_AFTER_MS && (attempts >= TRIED_AT_LEAST || next === null);
