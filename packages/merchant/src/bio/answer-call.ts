import type { LookupResponse } from '@authly/contract/captures/lookup';
import type { StoreResponse } from '@authly/contract/captures/store';
import type { Payload } from '@authly/contract/wire/biometric-types';
import { orRefuse, refusal, withoutDetail } from './bio-refusal.ts';
import type { Enrollment, EnrollmentStore } from './stores.ts';
import type { VerifiedCall } from './verify-bio-request.ts';

type CallOf<Endpoint> = Extract<VerifiedCall, { endpoint: Endpoint }>;

export async function storeEnrollment(
  { body, payloadFields, payloadKey, contentSha256 }: CallOf<'store'>,
  store: EnrollmentStore,
  now: number,
  idempotencyMs: number,
): Promise<StoreResponse> {
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
    answer: {
      stored: true,
      merchant_user_ref: enrollment.merchantUserRef,
      type: enrollment.type,
      payload: payloadFields as Payload,
      enrollment_ref: enrollment.enrollmentRef,
      stored_at: enrollment.storedAt,
    },
    now,
    keyExpiresAt: now + idempotencyMs,
  } as const;
  const failed = 'The enrollment store failed to write.';
  const written = await orRefuse(9, failed, () => store.write(write), withoutDetail);
  if (written.outcome === 'conflict')
    throw refusal('idempotency_conflict', 9, 'This enrollment_session_id was stored with a different body.');
  return written.answer;
}

export async function lookUpEnrollment(
  { body, payloadFields, payloadKey }: CallOf<'lookup'>,
  store: EnrollmentStore,
): Promise<LookupResponse> {
  const key = { merchantUserRef: body.merchant_user_ref, type: body.type, payloadKey };
  const found = await orRefuse(9, 'The enrollment store failed to read.', () => store.find(key), withoutDetail);
  if (found === undefined)
    throw refusal('bio_enrollment_not_found', 9, 'There is no enrollment for this user and payload.');
  return {
    found: true,
    payload: { features: found.features, enc_key: found.encKey, ...payloadFields },
    merchant_user_ref: found.merchantUserRef,
    type: found.type,
    enrollment_ref: found.enrollmentRef,
    enrolled_at: found.storedAt,
  };
}
