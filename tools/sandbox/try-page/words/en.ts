/** Every sentence of the page that a phone sees first. The other languages are typed against this one. */
export const en = {
  title: 'Try it with this phone',
  lead: 'Pay in a demo shop with your finger. Everything runs on the computer whose code you scanned.',
  open_shop: 'Open the shop',
  warning_title: 'Your browser will warn you once',
  warning_text: 'It doesn’t know this sandbox’s certificate. That is as it should be: go on through the warning.',
  warning_ios: 'iPhone, iPad: “Show Details”, then “visit this website”.',
  warning_android: 'Android: “Advanced”, then “Proceed to …”.',
  trust_title: 'Rather no warning? Trust the certificate',
  trust_text:
    'Only on a network that you trust. Remove it when you’re finished: whoever has the computer’s files could pretend to be any website to this phone.',
  download: 'Download the certificate',
  ios: 'iPhone, iPad',
  ios_1: 'Download it here in Safari and tap “Allow”.',
  ios_2: 'Settings: tap “Profile Downloaded”, then “Install”.',
  ios_3: 'Settings, General, About, Certificate Trust Settings: switch on “Authly sandbox CA”.',
  android: 'Android',
  android_1: 'Download it here.',
  android_2: 'Settings: search for “CA certificate” and tap “Install anyway”.',
  android_3: 'Choose the file “authly-sandbox-ca.crt”.',
  compare: 'SHA-256 of the certificate, to compare with the computer’s terminal:',
} as const;

export type Words = Readonly<Record<keyof typeof en, string>>;
