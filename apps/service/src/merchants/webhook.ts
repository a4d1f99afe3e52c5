import type { Instant, Session } from '../session/session.ts';

/** Where a merchant hears that a session has ended. */
export interface WebhookEndpoint {
  readonly merchantId: string;
  readonly url: string;
  /** PEM of a private CA that its server uses; null: the public ones. */
  readonly caPem: string | null;
  /** At most two live ones, newest first, so that a merchant rotates without losing an event. */
  readonly secrets: readonly WebhookSecret[];
  /** Since then nothing was delivered; null: the last one was, or nothing was tried yet. */
  readonly failingSince: Instant | null;
  /** Nothing is sent any more, until an operator says so. */
  readonly disabledAt: Instant | null;
  /** An operator paused it: events are kept and not sent; null: it is not paused. */
  readonly pausedAt: Instant | null;
  readonly createdAt: Instant;
}

export interface WebhookSecret {
  readonly id: string;
  readonly sealed: Uint8Array;
  readonly createdAt: Instant;
}

/** One event on its way: that a session has ended. The session has one end, so its id names the event. */
export interface WebhookDelivery {
  readonly sessionId: string;
  readonly merchantId: string;
  readonly mode: Session['mode'];
  /** When the session ended. */
  readonly at: Instant;
  /** Tried until then. */
  readonly until: Instant;
  /** Those that have begun. */
  readonly attempts: number;
  /** The next attempt; null: it was delivered, or given up. */
  readonly dueAt: Instant | null;
  readonly deliveredAt: Instant | null;
  /** A line for each delivery attempt, the newest last. The first one may be cut. */
  readonly attemptLog: string | null;
}

export interface WebhookAttempt {
  /** Counted again from 1 after a resend. */
  readonly attempt: number;
  readonly at: Instant;
  /** The response status, or a system error code. */
  readonly result: string;
  /** How long it took. */
  readonly ms: number;
}

export const attemptLine = (
  attempt: number,
  at: Instant,
  { result, ms }: Pick<WebhookAttempt, 'result' | 'ms'>,
): string => `${JSON.stringify({ attempt, at, result, ms } satisfies WebhookAttempt)}\n`;

/** The newest last. */
export const attemptsOf = ({ attemptLog }: WebhookDelivery): WebhookAttempt[] =>
  (attemptLog ?? '')
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line) as WebhookAttempt);

export type WebhookState = 'waiting' | 'delivered' | 'given_up';

export const webhookState = ({ deliveredAt, dueAt }: WebhookDelivery): WebhookState =>
  deliveredAt !== null ? 'delivered' : dueAt !== null ? 'waiting' : 'given_up';
