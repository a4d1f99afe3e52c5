export const EXAMPLE_VALUES = {
  merchantId: 'mch_demo_shop',
  clientId: 'cli_demo_3d1f0a5c9b7e2468',
  clientSecret: 'the-secret-of-this-client',
  sessionId: 'ses_06g1x2bq6m0a9v4k7c3e5r8t1w2y4z6b8d0f',
  linkToken: 'the-link-token-of-the-qr-code',
  merchantUserRef: 'user-7f3a',
  number: '42',
  /** Of the published test vectors. */
  seal: {
    version: 2,
    key_id: 'cap_test_20260101_5ea1ed5eed',
    public_key: 'BNlwgg6MQWL5IAmiXuyf1JQM5PytPec2qSv0RyOxwApCEWOIgY5cXMvgSSU+nu7UupibfPc770mWvB2WO4ElDg0=',
    context: '-4avCk-UMIuiBDsYVvjCsc_FPuKn-pREYvJZJqGCiNI',
  },
  now: '2026-01-31T09:15:00.000Z',
  expiresAt: '2026-01-31T09:25:00.000Z',
} as const;

const { merchantId, sessionId, merchantUserRef } = EXAMPLE_VALUES;

export const exampleParameters = { session_id: sessionId };
export const exampleUser = { merchant_id: merchantId, merchant_user_ref: merchantUserRef };
export const exampleHostedSession = {
  session_id: sessionId,
  mode: 'enroll',
  merchant_name: 'Demo Shop',
  locale: 'en',
  return_origin: 'https://shop.example',
};
