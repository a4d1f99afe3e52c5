import { Type, type Static } from 'typebox';
import { ClaimDevice } from '../schemas/device-schemas.ts';
import { handling, notForBackends } from '../wire/error-details.ts';
import { ExpiresAt, merchantDetails, MerchantName, ModeName, SessionId, Timestamp } from '../schemas/fields.ts';
import { LIMITS } from '../wire/limits.ts';
import { JSON_BODY } from '../wire/operation-row.ts';
import { everyTypesFields } from '../schemas/payload-schemas.ts';
import { SEAL_VERSION } from '../wire/sealing.ts';
import { secret } from '../schemas/secret.ts';
import { EXAMPLE_VALUES } from './example-values.ts';
import type { Operation } from './operation.ts';

export const ClaimRequest = Type.Object(
  {
    link_token: secret(Type.String({ minLength: 1, maxLength: LIMITS.linkTokenChars })),
    app_nonce: Type.Optional(
      secret(
        Type.String({
          minLength: LIMITS.appNonceMinChars,
          maxLength: LIMITS.appNonceChars,
          description: `Random. The same link token and nonce within ${LIMITS.linkTokenLifeMs / 1000} s give the same answer again.`,
        }),
      ),
    ),
  },
  { $id: 'ClaimRequest' },
);
export type ClaimRequest = Static<typeof ClaimRequest>;

export const ClaimSeal = Type.Object(
  {
    version: Type.Literal(SEAL_VERSION, { description: 'Refuse any other.' }),
    key_id: Type.String({
      pattern: '^[A-Za-z0-9_]{1,64}$',
      description: 'Of the public key. It is part of `enc_key`.',
    }),
    public_key: Type.String({
      contentEncoding: 'base64',
      minLength: 88,
      maxLength: 88,
      description: 'Uncompressed P-256 point, 65 bytes.',
    }),
    context: Type.String({
      pattern: '^[A-Za-z0-9_-]{43}$',
      description: 'What this session’s capture is bound to. Use it as it is.',
    }),
  },
  { description: 'What the capture is sealed with: see [Sealing](#sealing).' },
);
export type ClaimSeal = Static<typeof ClaimSeal>;

export const ClaimResponse = Type.Object(
  {
    session_id: SessionId,
    mode: ModeName,
    type: Type.String({
      description:
        'What to capture: `fingerprint`. If your app cannot capture this type, report the failure `device_not_supported`.',
    }),
    ...everyTypesFields,
    merchant_name: MerchantName,
    ...merchantDetails,
    display_text: Type.Optional(
      Type.String({
        description:
          'As the merchant sent it: shown to the person before the capture, as text, apart from words of the app’s own.',
      }),
    ),
    reader: Type.Optional(
      Type.Literal(true, { description: 'The merchant has USB readers: the app may offer one on a computer.' }),
    ),
    confirmed: Type.Boolean({
      description:
        'True: no join check is needed, because the claim came by a button link and carried the cookie of the browser that shows the hosted page. Otherwise ask for the number that the hosted page shows, and [send it](#appConfirm).',
    }),
    app_token: secret(
      Type.String({ description: 'The bearer token of the app’s other calls, for this session alone.' }),
    ),
    seal: ClaimSeal,
    device: Type.Optional(ClaimDevice),
    expires_at: ExpiresAt,
    now: Timestamp('The service’s own time at the claim, UTC: the same in an answer that is repeated.'),
  },
  { $id: 'ClaimResponse' },
);
export type ClaimResponse = Static<typeof ClaimResponse>;

export const claimSession: Operation = {
  summary: 'The app joins a session by its link token',
  method: 'POST',
  path: '/app/v1/claims',
  caller: 'link token',
  body: JSON_BODY,
  maxBodyBytes: LIMITS.pageBodyBytes,
  success: 200,
  request: ClaimRequest,
  response: ClaimResponse,
  sharedErrors: ['session_already_claimed'],
  errors: {
    link_not_found: {
      status: 404,
      message: 'This link is unknown or no longer valid.',
      handling: handling(
        ...notForBackends(
          'say that the link is no longer valid, and let the user scan the current QR code. A link is valid for seconds: claim it at once.',
        ),
        'the user scans the current QR code.',
        'no.',
      ),
    },
  },
  example: {
    body: { link_token: EXAMPLE_VALUES.linkToken, app_nonce: 'f0c1a7de52b94e0c8d6f' },
    answer: {
      session_id: EXAMPLE_VALUES.sessionId,
      mode: 'enroll',
      type: 'fingerprint',
      merchant_name: 'Demo Shop',
      confirmed: false,
      app_token: 'the-token-of-this-app',
      seal: EXAMPLE_VALUES.seal,
      expires_at: EXAMPLE_VALUES.expiresAt,
      now: EXAMPLE_VALUES.now,
    },
  },
};
