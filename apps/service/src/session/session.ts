import type { PayloadFields } from '@authly/contract/biometric-types';
import type { FailureCode } from '@authly/contract/failure-codes';
import type { LinkVia } from '@authly/contract/hosted/links';
import type { Mode, SessionStatus } from '@authly/contract/states';

/** Milliseconds since 1970. Time always comes in as an argument. */
export type Instant = number;

/** One session as it is stored. No field can hold features, keys or a score. */
export interface Session {
  readonly id: string;
  readonly merchantId: string;
  readonly merchantUserRef: string;
  readonly mode: Mode;
  readonly type: string;
  /**
   * The fields that the type has, such as the finger. Verification: what is asked for. Enrollment: the merchant's reference value,
   * possibly nothing, never passed to the app.
   */
  readonly payload: PayloadFields;
  readonly returnUrl: string | null;
  readonly locale: string | null;
  /** What the person is to approve, in the merchant's words. */
  readonly displayText: string | null;
  readonly metadata: Readonly<Record<string, unknown>> | null;
  readonly createdAt: Instant;
  readonly expiresAt: Instant;
  readonly status: SessionStatus;
  /** The app that joined; null before `app_launched`. */
  readonly join: Join | null;
  /** Set with `callback_received`: passing it is `processing_interrupted`. */
  readonly processingDeadline: Instant | null;
  readonly failureCode: FailureCode | null;
  readonly outcome: Outcome | null;
  readonly cancelReason: string | null;
  /** When it reached a final state. */
  readonly endedAt: Instant | null;
}

export interface Join {
  readonly via: LinkVia;
  readonly matchCode: string;
  readonly appTokenHash: string;
  readonly confirmed: boolean;
  readonly at: Instant;
}

export interface Outcome {
  /** Null for an enrollment. */
  readonly matched: boolean | null;
  /** What was enrolled or compared: the fields that the type has. */
  readonly payload: PayloadFields;
}

export type NewSession = Pick<
  Session,
  | 'id'
  | 'merchantId'
  | 'merchantUserRef'
  | 'mode'
  | 'type'
  | 'payload'
  | 'returnUrl'
  | 'locale'
  | 'displayText'
  | 'metadata'
  | 'createdAt'
  | 'expiresAt'
>;

export const createdSession = (fields: NewSession): Session => ({
  ...fields,
  status: 'created',
  join: null,
  processingDeadline: null,
  failureCode: null,
  outcome: null,
  cancelReason: null,
  endedAt: null,
});
