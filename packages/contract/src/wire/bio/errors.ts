// biome-ignore format: one row a line
export const BIO_ERRORS = {
  invalid_request: { status: 400, on: 'both', when: 'A field is missing or malformed, or the body is not a JSON object.', message: 'A field is missing or malformed.' },
  missing_signature: { status: 401, on: 'both', when: 'Signature headers are missing.', message: 'Signature headers are missing.' },
  invalid_signature: { status: 401, on: 'both', when: 'The signature is malformed, or its key id is not published.', message: 'The signature is malformed or its key id is unknown.' },
  signature_mismatch: { status: 401, on: 'both', when: 'The signature does not hold for this request, or the request is not meant for this merchant.', message: 'The signature does not hold for this request.' },
  timestamp_out_of_range: { status: 401, on: 'both', when: 'The timestamp is outside the tolerance.', message: 'The timestamp is outside the tolerance.' },
  nonce_reused: { status: 409, on: 'both', when: 'The nonce was used before, on either call.', message: 'The nonce was used before.' },
  idempotency_conflict: { status: 409, on: 'store', when: 'The Idempotency-Key was used before with a different body.', message: 'The idempotency key was used with a different body.' },
  bio_enrollment_not_found: { status: 404, on: 'lookup', when: 'Nothing is stored for this user and this finger.', message: 'There is no enrollment data.' },
  unsupported_finger: { status: 400, on: 'both', when: 'payload.finger is there and none of the codes.', message: 'The finger code is not supported.' },
  unsupported_bio_type: { status: 400, on: 'both', when: 'type is there and not supported.', message: 'The biometric type is not supported.' },
  merchant_bio_internal_error: { status: 500, on: 'both', when: 'Your side failed: a store, the nonce store, or the key list that cannot be fetched. The service tries again.', message: 'The merchant Bio API failed.' },
} as const;

export type BioErrorCode = keyof typeof BIO_ERRORS;
export const BIO_ERROR_CODES = /* @__PURE__ */ Object.keys(BIO_ERRORS) as BioErrorCode[];

export const bioErrorsOf = (name: 'store' | 'lookup'): BioErrorCode[] =>
  BIO_ERROR_CODES.filter((code) => BIO_ERRORS[code].on === 'both' || BIO_ERRORS[code].on === name);
