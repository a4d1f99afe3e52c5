import type { LookupRequest } from '@authly/contract/captures/lookup';
import type { StoreRequest } from '@authly/contract/captures/store';
import { encodeBase64 } from '../bio/encoding.ts';

const randomBase64 = (bytes: number): string => encodeBase64(crypto.getRandomValues(new Uint8Array(bytes)));

/** A valid store request with made-up enrollment data. Pass the fields that the test needs. */
export function sampleStore(
  fields: Partial<Omit<StoreRequest, 'payload'>> & { payload?: Partial<StoreRequest['payload']> } = {},
): StoreRequest {
  return {
    merchant_id: 'mch_test',
    merchant_user_ref: 'user-1',
    enrollment_session_id: `ses_${crypto.randomUUID()}`,
    type: 'fingerprint',
    captured_at: '2026-01-31T09:15:00.000Z',
    ...fields,
    payload: {
      finger: 'RI',
      features: randomBase64(300),
      // As long as a real one, so that a short column shows.
      enc_key: `v2.cap_test_20260101_0123456789.${randomBase64(113)}`,
      ...fields.payload,
    },
  };
}

export function sampleLookup(fields: Partial<LookupRequest> = {}): LookupRequest {
  return {
    merchant_id: 'mch_test',
    merchant_user_ref: 'user-1',
    verification_session_id: `ses_${crypto.randomUUID()}`,
    type: 'fingerprint',
    payload: { finger: 'RI' },
    ...fields,
  };
}
