// Generated from packages/contract/src/operations/ by `npm run generate`.

/** Every error code of the service with its status and public message. */
// biome-ignore format: one row a line
export const ERRORS = {
  invalid_request: { status: 400, message: 'The request is malformed or a field is missing.' },
  unsupported_bio_type: { status: 400, message: 'This biometric type is not supported.' },
  unsupported_grant_type: { status: 400, message: 'Only the grant type client_credentials is supported.' },
  invalid_scope: { status: 400, message: 'The requested scope is outside what this client may ask for.' },
  invalid_token: { status: 401, message: 'The token is missing, forged, expired or not meant for this endpoint.' },
  invalid_client: { status: 401, message: 'Client authentication failed.' },
  insufficient_scope: { status: 403, message: 'The token does not carry the scope that this endpoint requires.' },
  merchant_mismatch: { status: 403, message: 'The merchant id differs from the one of the token or the session.' },
  merchant_user_ref_mismatch: { status: 403, message: 'The merchant user reference differs from the one of the session.' },
  session_not_found: { status: 404, message: 'The session does not exist or is not accessible.' },
  not_found: { status: 404, message: 'There is nothing at this path.' },
  link_not_found: { status: 404, message: 'This link is unknown or no longer valid.' },
  method_not_allowed: { status: 405, message: 'This path does not answer to this method.' },
  idempotency_conflict: { status: 409, message: 'This Idempotency-Key was used with a different body.' },
  session_finalized: { status: 409, message: 'The session has already ended.' },
  invalid_session_transition: { status: 409, message: 'The current state of the session does not allow this.' },
  session_already_claimed: { status: 409, message: 'An app has already joined this session.' },
  number_mismatch: { status: 409, message: 'This is not the number that the hosted page shows.' },
  not_confirmed: { status: 409, message: 'The user has not typed the number of the hosted page yet.' },
  payload_too_large: { status: 413, message: 'The body is larger than this endpoint accepts.' },
  rate_limited: { status: 429, message: 'Too many requests. Wait as long as Retry-After says.' },
  internal_error: { status: 500, message: 'Something went wrong on our side.' },
  unavailable: { status: 503, message: 'The service cannot answer at the moment. Try again shortly.' },
} as const;

export type ErrorCode = keyof typeof ERRORS;
export const ERROR_CODES = /* @__PURE__ */ Object.keys(ERRORS) as ErrorCode[];
