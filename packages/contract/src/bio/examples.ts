import type { LookupRequest, LookupResponse } from './lookup.ts';
import type { StoreRequest, StoreResponse } from './store.ts';

/** One call of each kind with its answer, for the reference, OpenAPI and the signature vectors. */

const [features, enc_key] = ['bm90IHJlYWwgZmVhdHVyZXM=', 'bm90IGEgcmVhbCBrZXk='];

export const STORE_EXAMPLE: { readonly request: StoreRequest; readonly answer: StoreResponse } = {
  request: {
    merchant_id: 'mer_vector',
    merchant_user_ref: 'u_8c1f',
    enrollment_session_id: 'ses_vector_enroll',
    type: 'fingerprint',
    payload: { finger: 'RI', features, enc_key },
    captured_at: '2026-01-31T09:14:58.120Z',
  },
  answer: {
    stored: true,
    merchant_user_ref: 'u_8c1f',
    type: 'fingerprint',
    payload: { finger: 'RI' },
    enrollment_ref: 'enr_0001',
    stored_at: '2026-01-31T09:15:00.210Z',
  },
};

export const LOOKUP_EXAMPLE: { readonly request: LookupRequest; readonly answer: LookupResponse } = {
  request: {
    merchant_id: 'mer_vector',
    merchant_user_ref: 'u_8c1f',
    verification_session_id: 'ses_vector_verify',
    type: 'fingerprint',
    payload: { finger: 'RI' },
  },
  answer: {
    found: true,
    payload: { finger: 'RI', features, enc_key },
    merchant_user_ref: 'u_8c1f',
    type: 'fingerprint',
    enrollment_ref: 'enr_0001',
    enrolled_at: '2026-01-31T09:15:00.210Z',
  },
};
