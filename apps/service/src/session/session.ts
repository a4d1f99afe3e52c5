import type { PayloadFields } from '@authly/contract/wire/biometric-types';
import type { DeviceState } from '@authly/contract/wire/device';
import type { FailureCode } from '@authly/contract/wire/failure-codes';
import type { LinkVia } from '@authly/contract/wire/hosted/links';
import type { Mode, SessionStatus } from '@authly/contract/wire/states';

/** Milliseconds since 1970. */
export type Instant = number;

/** No field can hold features, keys or a score. */
export interface Session {
  readonly id: string;
  readonly merchantId: string;
  readonly merchantUserRef: string;
  readonly mode: Mode;
  readonly type: string;
  /** Verification: the requested fields. Enrollment: the merchant's reference value, possibly empty, never passed to the app. */
  readonly payload: PayloadFields;
  readonly returnUrl: string | null;
  readonly locale: string | null;
  /** The text that the user approves, in the merchant's words. */
  readonly displayText: string | null;
  readonly metadata: Readonly<Record<string, unknown>> | null;
  /** The `X-Request-Id` of the call that created it; null for a session of an earlier release. */
  readonly requestId: string | null;
  /** The client that created it; null for a session of an earlier release. */
  readonly clientId: string | null;
  readonly createdAt: Instant;
  readonly expiresAt: Instant;
  readonly status: SessionStatus;
  /** The app that joined; null before `app_launched`. */
  readonly join: Join | null;
  /** Set with `callback_received`. After it the session fails with `processing_interrupted`. */
  readonly processingDeadline: Instant | null;
  readonly failureCode: FailureCode | null;
  readonly outcome: Outcome | null;
  readonly cancelReason: string | null;
  readonly endedAt: Instant | null;
}

export interface Join {
  readonly via: LinkVia;
  /** Shown by the hosted page only. */
  readonly matchCode: string;
  readonly appTokenHash: string;
  readonly confirmed: boolean;
  readonly wrongNumbers: number;
  readonly at: Instant;
}

export interface Outcome {
  /** Null for an enrollment. */
  readonly matched: boolean | null;
  /** Absent if the merchant does not bind devices. */
  readonly device?: DeviceState;
  readonly payload: PayloadFields;
}

export type NewSession = Omit<
  Session,
  'status' | 'join' | 'processingDeadline' | 'failureCode' | 'outcome' | 'cancelReason' | 'endedAt'
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
