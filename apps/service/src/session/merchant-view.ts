import type { Payload } from '@authly/contract/wire/biometric-types';
import type { ResultResponse } from '@authly/contract/operations/read-result';
import type { CreateEnrollmentResponse } from '@authly/contract/operations/create-enrollment-session';
import type { CreateVerificationResponse } from '@authly/contract/operations/create-verification-session';
import { isoTime } from './iso-time.ts';
import type { Session } from './session.ts';

/** Uses only fields that never change, so that a replay returns the identical body. */
export function creationView(
  session: Session,
  popupUrl: string,
): CreateEnrollmentResponse | CreateVerificationResponse {
  const common = {
    session_id: session.id,
    status: 'created' as const,
    popup_url: popupUrl,
    expires_at: isoTime(session.expiresAt),
  };
  return session.mode === 'enroll'
    ? { enrollment_session_id: session.id, ...common, mode: 'enroll' }
    : { verification_session_id: session.id, ...common, mode: 'verify' };
}

/** A Session contains no features, keys, scores or thresholds, so none can reach a merchant. */
export function resultView(session: Session): ResultResponse {
  return {
    session_id: session.id,
    mode: session.mode,
    merchant_id: session.merchantId,
    merchant_user_ref: session.merchantUserRef,
    status: session.status,
    ...(session.failureCode !== null && { failure_code: session.failureCode }),
    result: outcomeView(session),
    expires_at: isoTime(session.expiresAt),
  };
}

function outcomeView({ mode, outcome, endedAt }: Session): ResultResponse['result'] {
  if (outcome === null || endedAt === null) return null;
  // Validated against the schema of its type on arrival.
  const { device } = outcome;
  const rest = { payload: outcome.payload as Payload, ...(device && { device }), completed_at: isoTime(endedAt) };
  return mode === 'enroll' ? { enrolled: true, ...rest } : { matched: outcome.matched === true, ...rest };
}
