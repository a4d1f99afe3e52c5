import type { WebhookDelivery } from '../merchants/webhook.ts';
import type { Instant } from '../session/session.ts';

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/** Pauses after the first failed delivery attempt, the second, and so on. The last one repeats. */
export const PAUSES_MS = [5 * SECOND, 30 * SECOND, 2 * MINUTE, 10 * MINUTE, 30 * MINUTE, HOUR, 2 * HOUR, 4 * HOUR];
/** Spreads retries of events that failed together. */
const SPREAD = 0.2;

/** An endpoint is disabled after this time of failures, if the event was tried often enough. */
export const DISABLED_AFTER_MS = 5 * 24 * HOUR;
const TRIED_AT_LEAST = 5;

/** Null: the event is given up. */
export function nextAttempt(
  { attempts, until }: WebhookDelivery,
  now: Instant,
  random = Math.random(),
): Instant | null {
  const pause = PAUSES_MS[Math.min(attempts, PAUSES_MS.length) - 1] ?? PAUSES_MS[0]!;
  const next = now + Math.round(pause * (1 - SPREAD / 2 + SPREAD * random));
  return next <= until ? next : null;
}

/** One failure after a long time without events does not disable it. A given-up event does: in a long backlog no event is tried often. */
export const isHopeless = (
  { attempts }: WebhookDelivery,
  next: Instant | null,
  failingSince: Instant,
  now: Instant,
): boolean => now - failingSince >= DISABLED_AFTER_MS && (attempts >= TRIED_AT_LEAST || next === null);
