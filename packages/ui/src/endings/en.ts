/** How a session ended, in the words that the hosted page and the app page share: both tell the same story. */
export const en = {
  succeeded_enroll_title: 'Your fingerprint is added',
  succeeded_enroll_text: 'From now on you can use it with {merchant}.',
  succeeded_verify_title: 'You’re finished here',
  succeeded_verify_text: 'Return to {merchant} to see what comes next.',
  declined_title: 'You declined',
  stopped_title: 'Stopped',
  failed_title: 'That didn’t work',
  expired_title: 'Time’s up',
  expired_text: 'To keep you safe, this works for a few minutes only. Start again from {merchant}.',
  canceled_title: 'Canceled',
  canceled_text: 'Nothing was saved. You can start again from {merchant} whenever you like.',
  back: 'Back to {merchant}',
  close_hint: 'You can close this page now.',

  failure_session_expired: 'The time ran out. Start again from {merchant}.',
  failure_provider_timeout: 'Checking took too long. Start again from {merchant}.',
  failure_provider_error: 'Your fingerprint couldn’t be checked this time. Start again from {merchant}.',
  failure_capture_failed:
    'Your fingerprint couldn’t be captured. A clean, dry finger and good light help. Start again from {merchant}.',
  failure_user_declined: 'Nothing was sent or saved. You can start again from {merchant} whenever you like.',
  failure_device_not_supported:
    'That device can’t capture a fingerprint. Start again from {merchant} and use another phone.',
  failure_finger_mismatch:
    'That was a different finger from the one asked for. Start again from {merchant} with the right one.',
  failure_template_invalid: 'The capture couldn’t be read. Start again from {merchant} and place your finger afresh.',
  failure_quality_too_low:
    'The fingerprint wasn’t clear enough. Clean your finger, find good light and start again from {merchant}.',
  failure_enrollment_not_found:
    'There is no fingerprint of yours for this finger yet. Return to {merchant} to add one first.',
  failure_merchant_bio_timeout: '{merchant} didn’t answer in time. Please try again in a few minutes.',
  failure_merchant_bio_unavailable: '{merchant} can’t be reached right now. Please try again in a few minutes.',
  failure_merchant_bio_rejected: '{merchant} couldn’t accept this. Please ask them for help.',
  failure_merchant_bio_invalid_response: 'Something went wrong at {merchant}. Please ask them for help.',
  failure_too_many_attempts:
    'There were too many tries with this finger. Wait an hour, then start again from {merchant}.',
  failure_processing_interrupted: 'We were interrupted before we could finish. Start again from {merchant}.',
  failure_internal_error: 'Something went wrong on our side. Start again from {merchant}.',
  failure_other: 'It couldn’t be completed. Start again from {merchant}.',
} as const;

export type EndingWords = Readonly<Record<keyof typeof en, string>>;
