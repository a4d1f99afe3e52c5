import type { Instant, Session } from '../session/session.ts';

export interface WebhookEndpoint {
  readonly merchantId: string;
  readonly url: string;
  /** PEM of a private CA; null: public CAs. */
  readonly caPem: string | null;
  /** At most two, newest first, so that a merchant rotates without losing an event. */
  readonly secrets: readonly WebhookSecret[];
  /** Since this time every delivery failed; null: the last one succeeded, or there was none. */
  readonly failingSince: Instant | null;
  /** Nothing is sent until an operator enables it. */
  readonly disabledAt: Instant | null;
  /** An operator paused it: events are kept and not sent. */
  readonly pausedAt: Instant | null;
  readonly createdAt: Instant;
  /** The latest test events since its URL was set, newest last. */
  readonly tests: readonly WebhookTest[];
}

interface WebhookTest extends Omit<WebhookAttempt, 'attempt'> {
  readonly delivered: boolean;
}

export interface WebhookSecret {
  readonly id: string;
  readonly sealed: Uint8Array;
  readonly createdAt: Instant;
}

/** The event that a session has ended. A session ends once, so its id identifies the event. */
export interface WebhookDelivery {
  readonly sessionId: string;
  readonly merchantId: string;
  readonly mode: Session['mode'];
  readonly at: Instant;
  /** The end of the retries. */
  readonly until: Instant;
  /** Includes an attempt in progress. */
  readonly attempts: number;
  /** The next delivery attempt; null: delivered or given up. */
  readonly dueAt: Instant | null;
  readonly deliveredAt: Instant | null;
  /** One line per delivery attempt, newest last. The first one may be cut. */
  readonly attemptLog: string | null;
}

export interface WebhookAttempt {
  /** Starts at 1 again after a resend. */
  readonly attempt: number;
  readonly at: Instant;
  /** The response status, or a system error code. */
  readonly result: string;
  readonly ms: number;
}

export const attemptLine = (
  attempt: number,
  at: Instant,
  { result, ms }: Pick<WebhookAttempt, 'result' | 'ms'>,
): string => `${JSON.stringify({ attempt, at, result, ms } satisfies WebhookAttempt)}\n`;

export const attemptsOf = ({ attemptLog }: WebhookDelivery): WebhookAttempt[] =>
  (attemptLog ?? '')
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line) as WebhookAttempt);

export type WebhookState = 'waiting' | 'delivered' | 'given_up';

export const webhookState = ({ deliveredAt, dueAt }: WebhookDelivery): WebhookState =>
  deliveredAt !== null ? 'delivered' : dueAt !== null ? 'waiting' : 'given_up';
