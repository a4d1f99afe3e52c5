import type { ErrorCode } from '@authly/contract/errors';
import type { FailureCode } from '@authly/contract/failure-codes';

/** What a merchant does about a code. The catalogues of the contract say what happened. */
export interface Handling {
  readonly todo: string;
  readonly tell: string;
  readonly retry: string;
  readonly alert: string;
}

const handling = (todo: string, tell: string, retry: string, alert: string): Handling => ({ todo, tell, retry, alert });

const SORRY = '“Something went wrong. Please try again later or choose another way.”';
const OURS = 'Nothing. Only the hosted page and the app get this code, and they explain it themselves.';
const NOT_YOURS = 'Your backend never gets this code.';
const FIX = 'no. The same request fails again.';
const BUG = 'yes. It is a bug in your integration.';
const NEW = 'yes, with a new session.';

/** Every code of the API. A code that is missing here does not compile. */
// biome-ignore format: one row a code
export const ERROR_HANDLING: Readonly<Record<ErrorCode, Handling>> = {
  invalid_request: handling('Read `message`: it names the field. Fix your code.', SORRY, FIX, BUG),
  unsupported_grant_type: handling('Send `grant_type=client_credentials`.', SORRY, FIX, BUG),
  invalid_scope: handling('Ask only for scopes that your operator granted, or leave `scope` out to get all of them.', SORRY, FIX, BUG),
  invalid_client: handling('Check the client id, the secret and the environment: test credentials do not work in production. The client may have been revoked.', SORRY, FIX, 'yes. No session can be created until it is fixed.'),
  rate_limited: handling('Wait for the seconds in `Retry-After`. If it was a token request, cache the token and share it between your processes.', '“Please wait a moment and try again.”', 'yes, after `Retry-After`.', 'when it repeats. You may need a higher limit.'),
  unsupported_bio_type: handling('Leave `type` out, or send `fingerprint`.', SORRY, FIX, BUG),
  invalid_token: handling('Get a new token and send the call once more. The token may have expired, or its client may have been revoked.', 'Nothing, unless the second call fails too.', 'once, with a new token.', 'when a new token is rejected too.'),
  insufficient_scope: handling('Request a token with the scope of this call, or ask your operator to grant it.', SORRY, FIX, BUG),
  merchant_mismatch: handling('Send the `merchant_id` that your credentials belong to. Check that the session is yours.', SORRY, FIX, BUG),
  merchant_user_ref_mismatch: handling('Send the `merchant_user_ref` that the session was created with. Check that the signed-in user owns the session.', SORRY, FIX, 'yes. It is a bug, or a user is trying to read the session of another user.'),
  session_not_found: handling('Check the id and the environment. Sessions are erased after their retention period.', '“This session no longer exists. Please start again.”', NEW, 'when it repeats.'),
  idempotency_conflict: handling('Use a new `Idempotency-Key` for each new request, and reuse a key only to repeat the identical request.', SORRY, 'only with a new key.', BUG),
  session_finalized: handling('Read the result. The session ended before your cancel arrived.', 'What the result says.', FIX, 'no.'),
  invalid_session_transition: handling('Read the result. A session can be canceled only while the hosted page is open and nothing has been captured: not before it is opened, and not while it is processed.', 'What the result says.', 'no. Wait for the result, or let the session expire.', 'no.'),
  link_not_found: handling(OURS, NOT_YOURS, 'the user scans the current QR code.', 'no.'),
  session_already_claimed: handling(OURS, NOT_YOURS, 'no. Another device joined first.', 'no.'),
  not_confirmed: handling(OURS, NOT_YOURS, 'after the user has confirmed the number on the hosted page.', 'no.'),
  payload_too_large: handling('Send a smaller body. [Limits](../reference/limits.md) lists the sizes.', SORRY, FIX, BUG),
  not_found: handling('Check the path against the [API reference](../reference/api.md).', SORRY, FIX, BUG),
  method_not_allowed: handling('Check the method against the [API reference](../reference/api.md).', SORRY, FIX, BUG),
  internal_error: handling('Report the `request_id` to your operator.', SORRY, 'yes, once. Use the same `Idempotency-Key` for a creation.', 'yes.'),
  unavailable: handling('Wait for the seconds in `Retry-After`. The service is overloaded, restarting, or has lost its database.', '“Please wait a moment and try again.”', 'yes, after `Retry-After`. Use the same `Idempotency-Key` for a creation.', 'when it lasts longer than a minute.'),
};

/** Every failure code of a session. A code that is missing here does not compile. */
// biome-ignore format: one row a code
export const FAILURE_HANDLING: Readonly<Record<FailureCode, Handling>> = {
  session_expired: handling('Offer to start again.', '“Time ran out. Please try again.”', NEW, 'no.'),
  provider_timeout: handling('Offer to start again.', '“That took too long. Please try again.”', NEW, 'when it repeats. The service needs more capacity.'),
  provider_error: handling('Offer to start again, and another way to authenticate.', SORRY, NEW, 'yes. The matcher of the service failed.'),
  capture_failed: handling('Offer to start again, and another way to authenticate.', '“Your finger could not be captured. Clean the camera, use good light and try again.”', NEW, 'no.'),
  user_declined: handling('Offer another way to authenticate. Do not start again by yourself.', 'Nothing, or “You can use your finger next time.”', 'only when the user asks for it.', 'no.'),
  device_not_supported: handling('Offer another way to authenticate, or another device.', '“This device has no usable camera. Try another phone.”', 'only on another device.', 'no.'),
  finger_mismatch: handling('Name the enrolled finger and offer to start again.', '“Please use the finger that you enrolled.”', NEW, 'no.'),
  template_invalid: handling('In a verification, check that your Bio API returns `features` and `enc_key` exactly as it received them. If it does, ask the user to enroll again.', '“Your finger could not be checked. Please try again.”', 'once, with a new session. Then enroll again.', 'when it repeats. The stored data may be damaged, or an attacker sends forged captures.'),
  quality_too_low: handling('Offer to start again.', '“The picture was not clear enough. Clean your finger and try again.”', NEW, 'no.'),
  enrollment_not_found: handling('Ask for the finger of the enrollment’s result (`result.payload.finger`). If you no longer have the enrollment, ask the user to enroll.', '“Please enroll your finger first.”', 'no. Enroll first.', 'when you expected an enrollment: your Bio API may have lost it.'),
  merchant_bio_timeout: handling('Check the latency of your Bio API. The [limits](../reference/limits.md#limits-of-the-merchant-bio-api) name its time.', SORRY, NEW, 'yes. Your Bio API is too slow.'),
  merchant_bio_unavailable: handling('Check that your Bio API is running, that its certificate is valid and that its logs show no errors. `authly merchant probe` shows what the service sees.', SORRY, NEW, 'yes. Your Bio API is down.'),
  merchant_bio_rejected: handling('Find the rejected call in the logs of your Bio API. Usual causes: a wrong clock, a key list that is never refreshed, a proxy that changes the path or the body.', SORRY, 'no. Fix your Bio API first.', 'yes. Your Bio API rejects valid calls.'),
  merchant_bio_invalid_response: handling('Compare the response of your Bio API with its [reference](../reference/bio-api.md), or run the conformance test.', SORRY, 'no. Fix your Bio API first.', 'yes. Your Bio API breaks the contract.'),
  too_many_attempts: handling('Offer another way to authenticate. No fingerprint is compared until the window has passed, not even the right one.', '“Too many attempts. Please choose another way or try again in an hour.”', 'yes, after the window has passed.', 'yes. An attacker may be guessing.'),
  processing_interrupted: handling('Verification: offer to start again. Enrollment: your Bio API may have stored it. It is then valid; enrolling again replaces it.', '“We were interrupted. Please try again.”', NEW, 'when it repeats.'),
  internal_error: handling('Report the `session_id` to your operator.', SORRY, NEW, 'yes.'),
};
