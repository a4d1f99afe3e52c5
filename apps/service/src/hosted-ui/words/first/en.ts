/** What a phone shows first, in every language: drawn before the rest of the page has come. The other languages are typed against this one. */
export const en = {
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
} as const;

export type FirstWords = Readonly<Record<keyof typeof en, string>>;
