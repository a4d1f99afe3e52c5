import {
  type ErrorDetails,
  handling,
  MISTAKE,
  notForBackends,
  RETRY_NO,
  RETRY_NEW_SESSION,
  SORRY,
} from '../wire/error-details.ts';

// biome-ignore format: one row a line
export const SHARED_ERRORS = {
  invalid_request: { everywhere: true, status: 400, message: 'The request is malformed or a field is missing.', handling: handling('Read `message`: it names the field. Fix your code.', ...MISTAKE) },
  rate_limited: { status: 429, message: 'Too many requests. Wait as long as Retry-After says.', handling: handling('Wait for the seconds in `Retry-After`. If it was a token request, cache the token and share it between your processes.', '“Please wait a moment and try again.”', 'yes, after `Retry-After`.', 'when it repeats. You may need a higher limit.') },
  unsupported_bio_type: { status: 400, message: 'This biometric type is not supported.', handling: handling('Leave `type` out, or send `fingerprint`.', ...MISTAKE) },
  invalid_token: { status: 401, message: 'The token is missing, forged, expired or not meant for this endpoint.', handling: handling('Get a new token and send the call once more. The token may have expired, or its client may have been revoked.', 'Nothing, unless the second call fails too.', 'once, with a new token.', 'when a new token is rejected too.') },
  insufficient_scope: { status: 403, message: 'The token does not carry the scope that this endpoint requires.', handling: handling('Request a token with the scope of this call, or ask your operator to grant it.', ...MISTAKE) },
  merchant_mismatch: { status: 403, message: 'The merchant id differs from the one of the token or the session.', handling: handling('Send the `merchant_id` that your credentials belong to. Check that the session is yours.', ...MISTAKE) },
  merchant_user_ref_mismatch: { status: 403, message: 'The merchant user reference differs from the one of the session.', handling: handling('Send the `merchant_user_ref` that the session was created with. Check that the signed-in user owns the session.', SORRY, RETRY_NO, 'yes. It is a bug, or a user is trying to read the session of another user.') },
  session_not_found: { status: 404, message: 'The session does not exist or is not accessible.', handling: handling('Check the id and the environment. Sessions are erased after their retention period.', '“This session no longer exists. Please start again.”', RETRY_NEW_SESSION, 'when it repeats.') },
  idempotency_conflict: { status: 409, message: 'This Idempotency-Key was used with a different body.', handling: handling('Use a new `Idempotency-Key` for each new request, and reuse a key only to repeat the identical request.', SORRY, 'only with a new key.', MISTAKE[2]) },
  session_finalized: { status: 409, message: 'The session has already ended.', handling: handling('Read the result. The session ended before your cancel arrived.', 'What the result says.', RETRY_NO, 'no.') },
  invalid_session_transition: { status: 409, message: 'The current state of the session does not allow this.', handling: handling('Read the result. A session can be canceled only while the hosted page is open and nothing has been captured: not before it is opened, and not while it is processed.', 'What the result says.', 'no. Wait for the result, or let the session expire.', 'no.') },
  session_already_claimed: { status: 409, message: 'An app has already joined this session.', handling: handling(...notForBackends('say that another device has joined, and stop. If your own claim got no answer, repeat it with the same `link_token` and `app_nonce`.'), 'no. Another device joined first.', 'no.') },
  payload_too_large: { everywhere: true, status: 413, message: 'The body is larger than this endpoint accepts.', handling: handling('Send a smaller body. [Limits](../reference/limits.md) lists the sizes.', ...MISTAKE) },
  not_found: { everywhere: true, status: 404, message: 'There is nothing at this path.', handling: handling('Check the path against the [API reference](../reference/api.md).', ...MISTAKE) },
  method_not_allowed: { everywhere: true, status: 405, message: 'This path does not answer to this method.', handling: handling('Check the method against the [API reference](../reference/api.md).', ...MISTAKE) },
  internal_error: { everywhere: true, status: 500, message: 'Something went wrong on our side.', handling: handling('Report the `request_id` to your operator.', SORRY, 'yes, once. Use the same `Idempotency-Key` for a creation.', 'yes.') },
  unavailable: { everywhere: true, status: 503, message: 'The service cannot answer at the moment. Try again shortly.', handling: handling('Wait for the seconds in `Retry-After`. The service is overloaded, restarting, or has lost its database.', '“Please wait a moment and try again.”', 'yes, after `Retry-After`. Use the same `Idempotency-Key` for a creation.', 'when it lasts longer than a minute.') },
} as const satisfies Record<string, ErrorDetails>;

export type SharedErrorCode = keyof typeof SHARED_ERRORS;

export const ACCESS_TOKEN_ERRORS = ['invalid_token', 'insufficient_scope', 'merchant_mismatch'] as const;
export const SESSION_TOKEN_ERRORS = ['invalid_token', 'session_not_found'] as const;
