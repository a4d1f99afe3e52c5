import type { LookupResponse } from '@authly/contract/bio/lookup';
import { BioRefusal, withoutDetail } from './bio-refusal.ts';
import type { Enrollment, EnrollmentStore } from './enrollment-store.ts';
import type { VerifiedCall } from './verify-bio-request.ts';

type LookupCall = Extract<VerifiedCall, { endpoint: 'lookup' }>;

/** Step 9 on a lookup: only what belongs to the requested user and, for a fingerprint, finger. */
export async function lookUpEnrollment(
  { body, payloadFields, payloadKey }: LookupCall,
  store: EnrollmentStore,
): Promise<LookupResponse> {
  let enrollment: Enrollment | undefined;
  try {
    enrollment = await store.find({ merchantUserRef: body.merchant_user_ref, type: body.type, payloadKey });
  } catch (error) {
    throw new BioRefusal('merchant_bio_internal_error', {
      step: 9,
      reason: 'The enrollment store failed to read.',
      cause: withoutDetail(error),
    });
  }
  if (enrollment === undefined)
    throw new BioRefusal('bio_enrollment_not_found', {
      step: 9,
      reason: 'There is no enrollment for this user and payload.',
    });
  return {
    found: true,
    payload: { features: enrollment.features, enc_key: enrollment.encKey, ...payloadFields },
    merchant_user_ref: enrollment.merchantUserRef,
    type: enrollment.type,
    enrollment_ref: enrollment.enrollmentRef,
    enrolled_at: enrollment.storedAt,
  };
}
