import { handling, RETRY_NEW_SESSION as NEW, SORRY, type Handling } from './error-details.ts';

/** What a person can do next. The pages have one sentence for each group. */
export type FailureGroup =
  | 'try_again'
  | 'clean_finger'
  | 'other_finger'
  | 'other_device'
  | 'ask_merchant'
  | 'wait'
  | 'declined';

interface Failure {
  readonly group: FailureGroup;
  /** Nothing is looked up or compared in an enrollment, and any finger may be enrolled. */
  readonly verificationOnly?: true;
  readonly meaning: string;
  /** Tells merchants what to do. */
  readonly handling: Handling;
}

// biome-ignore format: one row a code
const failures = {
  session_expired: { group: 'try_again', meaning: 'The session passed expires_at before the app sent its capture.', handling: handling('Offer to start again.', '“Time ran out. Please try again.”', NEW, 'no.') },
  provider_timeout: { group: 'try_again', meaning: 'The comparison did not finish in time, or the comparison queue was full.', handling: handling('Offer to start again.', '“That took too long. Please try again.”', NEW, 'when it repeats. The service needs more capacity.') },
  provider_error: { group: 'try_again', meaning: 'The comparison failed.', handling: handling('Offer to start again, and another way to authenticate.', SORRY, NEW, 'yes. The matcher of the service failed.') },
  capture_failed: { group: 'clean_finger', meaning: 'The app could not capture the finger.', handling: handling('Offer to start again, and another way to authenticate.', '“Your finger could not be captured. Clean the camera, use good light and try again.”', NEW, 'no.') },
  user_declined: { group: 'declined', meaning: 'The person declined in the app.', handling: handling('Offer another way to authenticate. Do not start again by yourself.', 'Nothing, or “You can use your finger next time.”', 'only when the user asks for it.', 'no.') },
  device_not_supported: { group: 'other_device', meaning: 'The device cannot capture a finger.', handling: handling('Offer another way to authenticate, or another device.', '“This device has no usable camera. Try another phone.”', 'only on another device.', 'no.') },
  join_refused: { group: 'try_again', meaning: 'The number of the hosted page was typed wrong twice in the app.', handling: handling('Offer to start again. Do not start again by yourself.', '“The number did not match. Please try again, and scan only the code on our page.”', NEW, 'when it repeats. An attacker may be sending your users codes of other sessions.') },
  finger_mismatch: { group: 'other_finger', verificationOnly: true, meaning: 'Another finger was captured than the one asked for.', handling: handling('Name the enrolled finger and offer to start again.', '“Please use the finger that you enrolled.”', NEW, 'no.') },
  template_invalid: { group: 'clean_finger', meaning: 'The captured or stored data cannot be opened or decoded, does not look like one finger, repeats one capture, or is stored without Authly’s mark.', handling: handling('In a verification, check that your Bio API returns `features` and `enc_key` exactly as it received them. If it does, ask the user to enroll again with the app that verifies: a finger that was enrolled with Authly’s own app or reader cannot be verified with [an app that sends no ridge maps](../reference/page-api.md#ridge-maps).', '“Your finger could not be checked. Please try again.”', 'once, with a new session. Then enroll again.', 'when it repeats. The stored data may be damaged, or an attacker sends forged captures.') },
  quality_too_low: { group: 'clean_finger', meaning: 'The captured finger is not clear enough.', handling: handling('Offer to start again.', '“The picture was not clear enough. Clean your finger and try again.”', NEW, 'no.') },
  device_not_recognized: { group: 'other_device', verificationOnly: true, meaning: 'The enrollment is bound to a device, and this capture came without its valid signature.', handling: handling('Ask for the phone that the user enrolled with. If it is lost, [enroll again](bind-devices.md) behind a second factor.', '“Please use the phone that you enrolled with.”', 'with the enrolled phone, in a new session.', 'when it repeats for many users. An attacker may be using leaked fingerprints, or the address of the app has changed.') },
  device_not_bound: { group: 'other_finger', meaning: 'The merchant requires a bound device, and the enrollment has none.', handling: handling('Ask the user to enroll again: you require bound devices, and this enrollment has none.', '“Please enroll your finger again, with your phone.”', 'no. Enroll again first.', 'no.') },
  enrollment_not_found: { group: 'other_finger', verificationOnly: true, meaning: 'The merchant has no enrollment for this user and finger.', handling: handling('Ask for the finger of the enrollment’s result (`result.payload.finger`). If you no longer have the enrollment, ask the user to enroll.', '“Please enroll your finger first.”', 'no. Enroll first.', 'when you expected an enrollment: your Bio API may have lost it.') },
  merchant_bio_timeout: { group: 'wait', meaning: 'The merchant Bio API did not answer in time.', handling: handling('Check the latency of your Bio API. The [limits](../reference/limits.md#limits-of-the-merchant-bio-api) name its time.', SORRY, NEW, 'yes. Your Bio API is too slow.') },
  merchant_bio_unavailable: { group: 'wait', meaning: 'The merchant Bio API could not be reached or answered 5xx.', handling: handling('Check that your Bio API is running, that its certificate is valid and that its logs show no errors. `authly merchant probe` shows what the service sees.', SORRY, NEW, 'yes. Your Bio API is down.') },
  merchant_bio_rejected: { group: 'ask_merchant', meaning: 'The merchant Bio API refused the call (4xx).', handling: handling('Find the rejected call in the logs of your Bio API. Usual causes: a wrong clock, a key list that is never refreshed, a proxy that changes the path or the body.', SORRY, 'no. Fix your Bio API first.', 'yes. Your Bio API rejects valid calls.') },
  merchant_bio_invalid_response: { group: 'ask_merchant', meaning: 'The merchant Bio API answered against the contract.', handling: handling('Compare the response of your Bio API with its [reference](../reference/bio-api.md), or run the conformance test.', SORRY, 'no. Fix your Bio API first.', 'yes. Your Bio API breaks the contract.') },
  too_many_attempts: { group: 'wait', verificationOnly: true, meaning: 'Too many verifications of this finger did not match within an hour. Nothing was compared; it is possible again later.', handling: handling('Offer another way to authenticate. No fingerprint is compared with this enrollment until the window has passed, not even the right one.', '“Too many attempts. Please choose another way or try again in an hour.”', 'yes, after the window has passed.', 'yes. An attacker may be guessing.') },
  processing_interrupted: { group: 'try_again', meaning: 'Processing did not finish in time. The service holds nothing of the capture any more, but an enrollment may have reached the merchant before: what its Bio API accepted for this session is valid. Enrolling again replaces it.', handling: handling('Verification: offer to start again. Enrollment: your Bio API may have stored it. It is then valid; enrolling again replaces it.', '“We were interrupted. Please try again.”', NEW, 'when it repeats.') },
  internal_error: { group: 'try_again', meaning: 'The service failed.', handling: handling('Report the `session_id` to your operator.', SORRY, NEW, 'yes.') },
} satisfies Record<string, Failure>;

/** Why a session failed or expired: the codes of this version. */
export type FailureCode = keyof typeof failures;

/** Pages, metrics, the sandbox and the reference derive from these rows. The list may grow, so merchants must accept other codes. */
export const FAILURE_CODES: Readonly<Record<FailureCode, Failure>> = failures;

export const APP_FAILURE_REASONS = ['capture_failed', 'device_not_supported', 'user_declined'] as const;
export type AppFailureReason = (typeof APP_FAILURE_REASONS)[number];
