/** The error table of the Merchant Bio API: what a merchant answers, and the SDK and the conformance runner speak. */
export const BIO_ERRORS = {
  invalid_request: { status: 400, message: 'A field is missing or malformed.' },
  missing_signature: { status: 401, message: 'Signature headers are missing.' },
  invalid_signature: { status: 401, message: 'The signature is malformed or its key id is unknown.' },
  signature_mismatch: { status: 401, message: 'The signature does not hold for this request.' },
  timestamp_out_of_range: { status: 401, message: 'The timestamp is outside the tolerance.' },
  nonce_reused: { status: 409, message: 'The nonce was used before.' },
  idempotency_conflict: { status: 409, message: 'The idempotency key was used with a different body.' },
  bio_enrollment_not_found: { status: 404, message: 'There is no enrollment data.' },
  unsupported_finger: { status: 400, message: 'The finger code is not supported.' },
  unsupported_bio_type: { status: 400, message: 'The biometric type is not supported.' },
  merchant_bio_internal_error: { status: 500, message: 'The merchant Bio API failed.' },
} as const;

export type BioErrorCode = keyof typeof BIO_ERRORS;
