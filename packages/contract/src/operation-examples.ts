import { LINK_TOKEN_FRAGMENT, HOSTED_TOKEN_FRAGMENT } from './page-addresses.ts';
import type { OperationName } from './operations.ts';

/** One call of an operation and what it is answered. What a caller shows in `Authorization` is not part of it. */
export interface OperationExample {
  readonly parameters?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string>>;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: Readonly<Record<string, unknown>>;
  readonly answer: Readonly<Record<string, unknown>>;
}

/** The values that stand for a reader's own. */
export const EXAMPLE_VALUES = {
  merchantId: 'mch_demo_shop',
  clientId: 'cli_demo_3d1f0a5c9b7e2468',
  clientSecret: 'the-secret-of-this-client',
  sessionId: 'ses_06g1x2bq6m0a9v4k7c3e5r8t1w',
  linkToken: 'the-link-token-of-the-qr-code',
} as const;

const {
  merchantId: merchant_id,
  clientId: client_id,
  clientSecret: client_secret,
  sessionId: session_id,
} = EXAMPLE_VALUES;
const merchant_user_ref = 'user-7f3a';
const [now, expires_at] = ['2026-01-31T09:15:00.000Z', '2026-01-31T09:25:00.000Z'];
const parameters = { session_id };
const creation = { merchant_id, merchant_user_ref };
const created = {
  session_id,
  status: 'created',
  popup_url: `https://authly.example/hosted/#${HOSTED_TOKEN_FRAGMENT}=${session_id}.hQ4vT0nWkXp3`,
  expires_at,
};
const shown = {
  session_id,
  mode: 'enroll',
  merchant_name: 'Demo Shop',
  locale: 'en',
  return_origin: 'https://shop.example',
};
const joined = { match_code: '42', confirmed: true, expires_at, now };

/** Each is run against a service by the tests, in several languages, and its answer compared field by field. */
export const OPERATION_EXAMPLES: Readonly<Record<OperationName, OperationExample>> = {
  issueToken: {
    body: { grant_type: 'client_credentials', client_id, client_secret },
    answer: {
      access_token: 'eyJhbGciOiJFZERTQSJ9.eyJpc3MiOiJhdXRobHktdGVzdCJ9.c2lnbmF0dXJl',
      token_type: 'Bearer',
      expires_in: 600,
      scope: 'enrollment:create verification:create result:read session:cancel',
    },
  },
  createEnrollmentSession: {
    headers: { 'Idempotency-Key': '0f5c1f6e-7a53-4c0e-9a3e-2d6b1f0c8e11' },
    body: { ...creation, return_url: 'https://shop.example/account', locale: 'en' },
    answer: { enrollment_session_id: session_id, ...created, mode: 'enroll' },
  },
  createVerificationSession: {
    headers: { 'Idempotency-Key': '7d2a9c34-1be8-4f6f-8a55-90c7e4d1b322' },
    body: {
      ...creation,
      payload: { finger: 'RI' },
      return_url: 'https://shop.example/checkout',
      display_text: 'Pay EUR 9.50 for order 1042',
    },
    answer: { verification_session_id: session_id, ...created, mode: 'verify' },
  },
  readResult: {
    parameters,
    query: { merchant_user_ref, wait: '25' },
    answer: {
      session_id,
      mode: 'verify',
      merchant_id,
      merchant_user_ref,
      status: 'succeeded',
      result: { matched: true, payload: { finger: 'RI' }, completed_at: '2026-01-31T09:16:12.480Z' },
      expires_at,
    },
  },
  cancelSession: {
    parameters,
    body: { ...creation, reason: 'order_withdrawn' },
    answer: { session_id, status: 'canceled' },
  },
  listSigningKeys: {
    answer: {
      keys: [
        {
          key_id: 'key_2026_01',
          algorithm: 'ed25519',
          public_key_base64: 'MCowBQYDK2VwAyEA11qYAYKxCrfVS/7TyWQHOg7hcvPapiMlrwIaaPcHURo=',
          status: 'active',
        },
      ],
    },
  },

  hostedOpened: { answer: { ...shown, status: 'opened', expires_at, now } },
  hostedSession: { answer: { ...shown, status: 'app_launched', ...joined } },
  hostedEvents: { answer: { session_id, mode: 'enroll', status: 'succeeded' } },
  hostedLink: {
    query: { via: 'qr' },
    answer: {
      app_url: `https://authly.example/app/#${LINK_TOKEN_FRAGMENT}=kT7b0vQx2nR5`,
      expires_at: '2026-01-31T09:15:30.000Z',
      now,
      next: {
        app_url: `https://authly.example/app/#${LINK_TOKEN_FRAGMENT}=w9DqLz4Ye8Hs`,
        expires_at: '2026-01-31T09:15:40.000Z',
      },
    },
  },
  hostedConfirm: { answer: { ...shown, status: 'app_launched', ...joined } },
  hostedCancel: { answer: { session_id, mode: 'enroll', status: 'canceled' } },

  claimSession: {
    body: { link_token: EXAMPLE_VALUES.linkToken, app_nonce: 'f0c1a7de52b94e0c8d6f' },
    answer: {
      session_id,
      mode: 'enroll',
      type: 'fingerprint',
      merchant_name: 'Demo Shop',
      match_code: '42',
      confirmed: false,
      app_token: 'the-token-of-this-app',
      expires_at,
      now,
    },
  },
  appSession: { parameters, answer: { session_id, status: 'app_launched', confirmed: true, now } },
  appCallback: {
    parameters,
    body: {
      finger: 'RI',
      features: 'bm90IHJlYWwgZmVhdHVyZXM=',
      enc_key: 'bm90IGEgcmVhbCBrZXk=',
      captured_at: '2026-01-31T09:14:58.120Z',
    },
    answer: { session_id, status: 'succeeded' },
  },
  appFailure: { parameters, body: { reason: 'user_declined' }, answer: { session_id, status: 'failed' } },
};
