import { Type, type Static } from 'typebox';
import { LIMITS } from '../limits.ts';
import { everyTypesFields } from '../payload-schemas.ts';
import { secret } from '../secret.ts';
import { ModeName, SessionId, Timestamp } from '../session.ts';

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

export const ClaimResponse = Type.Object(
  {
    session_id: SessionId,
    mode: ModeName,
    type: Type.String(),
    // A verification alone: what the app is to capture.
    ...everyTypesFields,
    merchant_name: Type.String(),
    merchant_logo_url: Type.Optional(
      Type.String({ format: 'uri', description: 'A PNG or WebP picture to stand beside the name.' }),
    ),
    display_text: Type.Optional(
      Type.String({
        description:
          'As the merchant sent it: shown to the person before the capture, as text, apart from words of the app’s own.',
      }),
    ),
    match_code: Type.String({ pattern: '^\\d{2}$' }),
    confirmed: Type.Boolean(),
    app_token: secret(Type.String()),
    expires_at: Timestamp('When the session expires, UTC.'),
    now: Timestamp('The service’s own time at the claim, UTC: the same in an answer that is repeated.'),
  },
  { $id: 'ClaimResponse' },
);
export type ClaimResponse = Static<typeof ClaimResponse>;
