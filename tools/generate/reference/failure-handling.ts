import { handling, RETRY_NEW_SESSION as NEW, SORRY, type Handling } from '@authly/contract/schemas/error-details';
import type { FailureCode } from '@authly/contract/wire/failure-codes';

// biome-ignore format: one row a code
export const FAILURE_HANDLING: Readonly<Record<FailureCode, Handling>> = {
  session_expired: handling('Offer to start again.', '“Time ran out. Please try again.”', NEW, 'no.'),
  provider_timeout: handling('Offer to start again.', '“That took too long. Please try again.”', NEW, 'when it repeats. The service needs more capacity.'),
  provider_error: handling('Offer to start again, and another way to authenticate.', SORRY, NEW, 'yes. The matcher of the service failed.'),
  capture_failed: handling('Offer to start again, and another way to authenticate.', '“Your finger could not be captured. Clean the camera, use good light and try again.”', NEW, 'no.'),
  user_declined: handling('Offer another way to authenticate. Do not start again by yourself.', 'Nothing, or “You can use your finger next time.”', 'only when the user asks for it.', 'no.'),
  device_not_supported: handling('Offer another way to authenticate, or another device.', '“This device has no usable camera. Try another phone.”', 'only on another device.', 'no.'),
  join_refused: handling('Offer to start again. Do not start again by yourself.', '“The number did not match. Please try again, and scan only the code on our page.”', NEW, 'when it repeats. An attacker may be sending your users codes of other sessions.'),
  finger_mismatch: handling('Name the enrolled finger and offer to start again.', '“Please use the finger that you enrolled.”', NEW, 'no.'),
  template_invalid: handling('In a verification, check that your Bio API returns `features` and `enc_key` exactly as it received them. If it does, ask the user to enroll again with the app that verifies: a finger that was enrolled with Authly’s own app or reader cannot be verified with [an app that sends no ridge maps](../reference/page-api.md#ridge-maps).', '“Your finger could not be checked. Please try again.”', 'once, with a new session. Then enroll again.', 'when it repeats. The stored data may be damaged, or an attacker sends forged captures.'),
  quality_too_low: handling('Offer to start again.', '“The picture was not clear enough. Clean your finger and try again.”', NEW, 'no.'),
  device_not_recognized: handling('Ask for the phone that the user enrolled with. If it is lost, [enroll again](bind-devices.md) behind a second factor.', '“Please use the phone that you enrolled with.”', 'with the enrolled phone, in a new session.', 'when it repeats for many users. An attacker may be using leaked fingerprints, or the address of the app has changed.'),
  device_not_bound: handling('Ask the user to enroll again: you require bound devices, and this enrollment has none.', '“Please enroll your finger again, with your phone.”', 'no. Enroll again first.', 'no.'),
  enrollment_not_found: handling('Ask for the finger of the enrollment’s result (`result.payload.finger`). If you no longer have the enrollment, ask the user to enroll.', '“Please enroll your finger first.”', 'no. Enroll first.', 'when you expected an enrollment: your Bio API may have lost it.'),
  merchant_bio_timeout: handling('Check the latency of your Bio API. The [limits](../reference/limits.md#limits-of-the-merchant-bio-api) name its time.', SORRY, NEW, 'yes. Your Bio API is too slow.'),
  merchant_bio_unavailable: handling('Check that your Bio API is running, that its certificate is valid and that its logs show no errors. `authly merchant probe` shows what the service sees.', SORRY, NEW, 'yes. Your Bio API is down.'),
  merchant_bio_rejected: handling('Find the rejected call in the logs of your Bio API. Usual causes: a wrong clock, a key list that is never refreshed, a proxy that changes the path or the body.', SORRY, 'no. Fix your Bio API first.', 'yes. Your Bio API rejects valid calls.'),
  merchant_bio_invalid_response: handling('Compare the response of your Bio API with its [reference](../reference/bio-api.md), or run the conformance test.', SORRY, 'no. Fix your Bio API first.', 'yes. Your Bio API breaks the contract.'),
  too_many_attempts: handling('Offer another way to authenticate. No fingerprint is compared until the window has passed, not even the right one.', '“Too many attempts. Please choose another way or try again in an hour.”', 'yes, after the window has passed.', 'yes. An attacker may be guessing.'),
  processing_interrupted: handling('Verification: offer to start again. Enrollment: your Bio API may have stored it. It is then valid; enrolling again replaces it.', '“We were interrupted. Please try again.”', NEW, 'when it repeats.'),
  internal_error: handling('Report the `session_id` to your operator.', SORRY, NEW, 'yes.'),
};
