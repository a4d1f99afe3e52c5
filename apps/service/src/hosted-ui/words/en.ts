/** Every sentence of the page. `{merchant}` is the merchant's name. The other languages are typed against this one. */
export const en = {
  enroll_title: 'Add your fingerprint',
  verify_title: 'Confirm it’s you',
  desk_lead: 'Scan this code with your phone’s camera, then follow the steps there.',
  phone_lead: 'Open the app on this phone and place your finger when it asks you to.',
  other_phone_lead: 'Scan this code with the camera of the phone you want to use.',
  code_only_here:
    'A phone can’t open this code: it names localhost. Continue on this device, or start the sandbox with npm start -- --phone.',
  qr_alt: 'QR code that opens the fingerprint step on your phone. If you can’t scan it, use the link below.',
  qr_waiting: 'Waiting for your phone',
  app_waiting: 'Waiting for the app',
  open_here: 'Continue on this device',
  open_app: 'Open the app',
  use_other_phone: 'Use another phone',
  use_this_phone: 'Use this phone',

  display_text_from: 'Message from {merchant}',
  join_title: 'Is this number on your phone?',
  join_lead: 'A phone has just joined. Continue only if it’s yours and shows the same number.',
  join_code: 'Number to compare: {code}',
  join_yes: 'Yes, it’s the same',
  join_no: 'Another device joined? Cancel',
  app_title: 'Continue in the app',
  app_lead: 'Place your finger when the app asks. This page follows along by itself.',

  processing_title: 'One moment',
  processing_enroll: 'Your fingerprint is being saved securely.',
  processing_verify: 'Your fingerprint is being checked.',

  succeeded_enroll_title: 'Your fingerprint is added',
  succeeded_enroll_text: 'From now on you can use it with {merchant}.',
  succeeded_verify_title: 'You’re finished here',
  succeeded_verify_text: 'Return to {merchant} to see what comes next.',
  failed_title: 'That didn’t work',
  expired_title: 'Time’s up',
  expired_text: 'To keep you safe, this page works for a few minutes only. Start again from {merchant}.',
  canceled_title: 'Canceled',
  canceled_text: 'Nothing was saved. You can start again from {merchant} whenever you like.',
  invalid_title: 'This link doesn’t work anymore',
  invalid_text: 'It may be too old, or part of it may be missing. Go back to where you came from and start again.',
  lost_title: 'We can’t reach the service',
  lost_text: 'Check your connection, then return to {merchant} to see how it ended.',
  back: 'Back to {merchant}',
  close_hint: 'You can close this page now.',
  the_merchant: 'the merchant',

  reconnecting: 'Reconnecting…',
  time_left: 'Time left',
  minute_left: 'Less than a minute left.',
  cancel: 'Cancel',
  cancel_question: 'Do you want to cancel?',
  cancel_text: 'Nothing will be saved. You can start again from {merchant}.',
  cancel_yes: 'Yes, cancel',
  cancel_no: 'Keep going',
  action_failed: 'That didn’t go through. Please try again.',
  privacy: 'The photo stays on your phone. Only measurements and a coarse drawing of the ridges are sent, encrypted.',

  failure_session_expired: 'The time ran out. Start again from {merchant}.',
  failure_provider_timeout: 'Checking took too long. Start again from {merchant}.',
  failure_provider_error: 'Your fingerprint couldn’t be checked this time. Start again from {merchant}.',
  failure_capture_failed:
    'Your fingerprint couldn’t be captured. A clean, dry finger and good light help. Start again from {merchant}.',
  failure_user_declined: 'You declined in the app, so nothing was saved. You can start again from {merchant}.',
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

export type Words = Readonly<Record<keyof typeof en, string>>;
