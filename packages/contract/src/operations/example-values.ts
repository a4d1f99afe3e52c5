export const EXAMPLE_VALUES = {
  merchantId: 'mch_demo_shop',
  clientId: 'cli_demo_3d1f0a5c9b7e2468',
  clientSecret: 'the-secret-of-this-client',
  sessionId: 'ses_06g1x2bq6m0a9v4k7c3e5r8t1w2y4z6b8d0f',
  linkToken: 'the-link-token-of-the-qr-code',
  merchantUserRef: 'user-7f3a',
  number: '42',
  /** The public test key of RFC 9180, appendix A.3.1. */
  seal: {
    version: 2,
    key_id: 'cap_test_20260101_rfc9180a31',
    public_key: 'BP6MGc4JBRkevCmKkkV5JTHybwzs4kYGOei8Oct/cGqCanebTPlpuKDlOcf2L7PTCtaqj4DjDx0Siq/WiiznLqA=',
    context: 'Zk3vJt0aXc9l2QmB7rWnUe5yHsDgPoCi81fLqKxT4Rs',
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
