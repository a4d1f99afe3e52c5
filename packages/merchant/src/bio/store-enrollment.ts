import type { Payload } from '@authly/contract/biometric-types';
import type { StoreResponse } from '@authly/contract/bio/store';
import { BioRefusal, withoutDetail } from './bio-refusal.ts';
import type { Enrollment, EnrollmentStore, EnrollmentWriteOutcome } from './enrollment-store.ts';
import type { VerifiedCall } from './verify-bio-request.ts';

type StoreCall = Extract<VerifiedCall, { endpoint: 'store' }>;

/** Step 9 on a store: overwrite the earlier enrollment, unless this very request was answered before. */
export async function storeEnrollment(
  call: StoreCall,
  store: EnrollmentStore,
  now: number,
  idempotencyMs: number,
): Promise<StoreResponse> {
  const { body, payloadKey, contentSha256 } = call;
  const enrollment: Enrollment = {
    merchantUserRef: body.merchant_user_ref,
    type: body.type,
    payloadKey,
    features: body.payload.features,
    encKey: body.payload.enc_key,
    enrollmentRef: crypto.randomUUID(),
    capturedAt: body.captured_at,
    storedAt: new Date(now).toISOString(),
  };
  const write = {
    enrollment,
    idempotencyKey: body.enrollment_session_id,
    bodySha256: contentSha256,
    answer: answerFor(enrollment, call.payloadFields as Payload),
    now,
    keyExpiresAt: now + idempotencyMs,
  };
  let written: EnrollmentWriteOutcome;
  try {
    written = await store.write(write);
  } catch (error) {
    throw new BioRefusal('merchant_bio_internal_error', {
      step: 9,
      reason: 'The enrollment store failed to write.',
      cause: withoutDetail(error),
    });
  }
  if (written.outcome === 'conflict')
    throw new BioRefusal('idempotency_conflict', {
      step: 9,
      reason: 'This enrollment_session_id was stored with a different body.',
    });
  return written.answer;
}

const answerFor = (
  { merchantUserRef, type, enrollmentRef, storedAt }: Enrollment,
  payload: Payload,
): StoreResponse => ({
  stored: true,
  merchant_user_ref: merchantUserRef,
  type,
  payload,
  enrollment_ref: enrollmentRef,
  stored_at: storedAt,
});
