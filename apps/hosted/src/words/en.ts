import { en as endings } from '@authly/ui/endings/en.ts';

/** Every sentence of the page. `{merchant}` is the merchant's name. The other languages are typed against this one. */
export const en = {
  ...endings,
  enroll_title: 'Add your fingerprint',
  verify_title: 'Confirm it’s you',
  phone_lead: 'Open the app on this phone and place your finger when it asks you to.',
  app_waiting: 'Waiting for the app',
  open_app: 'Open the app',
  use_other_phone: 'Use another phone',
  display_text_from: 'Message from {merchant}',
  time_left: 'Time left',
  cancel: 'Cancel',
  privacy: 'The photo stays on your phone. Only measurements and a coarse drawing of the ridges are sent, encrypted.',
  desk_lead: 'Scan this code with your phone’s camera, then follow the steps there.',
  other_phone_lead: 'Scan this code with the camera of the phone you want to use.',
  code_only_here:
    'A phone can’t open this code: it names localhost. Continue on this device, or start the sandbox with npm start -- --phone.',
  qr_alt: 'QR code that opens the fingerprint step on your phone. If you can’t scan it, use the link below.',
  qr_waiting: 'Waiting for your phone',
  open_here: 'Continue on this device',
  use_this_phone: 'Use this phone',

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

  invalid_title: 'This link doesn’t work anymore',
  invalid_text: 'It may be too old, or part of it may be missing. Go back to where you came from and start again.',
  lost_title: 'We can’t reach the service',
  lost_text: 'Check your connection, then return to {merchant} to see how it ended.',
  closes_by_itself: 'This window closes by itself.',

  the_merchant: 'the merchant',
  minute_left: 'Less than a minute left.',
  reconnecting: 'Reconnecting…',
  cancel_question: 'Do you want to cancel?',
  cancel_text: 'Nothing will be saved. You can start again from {merchant}.',
  cancel_yes: 'Yes, cancel',
  cancel_no: 'Keep going',
  action_failed: 'That didn’t go through. Please try again.',
} as const;

export type Words = Readonly<Record<keyof typeof en, string>>;
