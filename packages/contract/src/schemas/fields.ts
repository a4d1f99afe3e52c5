import { Type } from 'typebox';
import { CREATION_RULES, RESULT_RULES } from '../wire/request-rules.ts';
import { MODES, SESSION_STATES } from '../wire/states.ts';

export const Timestamp = (description: string) =>
  Type.String({ format: 'date-time', description, examples: ['2026-01-31T09:15:00.000Z'] });

/** In every answer with an end time: the clock of the device and a proxy's `Date` header may be wrong. */
export const ServiceTime = Timestamp('The service’s own time at this answer, UTC: time left is counted by it.');
export const ExpiresAt = Timestamp('When the session expires, UTC.');

export const MerchantId = Type.String({
  ...CREATION_RULES.merchant_id.schema,
  description: 'Must equal the merchant_id of the token.',
});
export const MerchantUserRef = Type.String({
  ...CREATION_RULES.merchant_user_ref.schema,
  description:
    'Opaque, non-identifying reference to the logged-in user. A random internal id or an HMAC with a merchant-only secret is recommended; never an e-mail address, phone number, name or national id. A creation is 400 if it looks like an e-mail address, a phone number or a resident registration number.',
});
export const MerchantName = Type.String({ description: 'Shown to the user, as text.' });
export const merchantDetails = {
  merchant_logo_url: Type.Optional(Type.String({ format: 'uri', description: 'A PNG logo, shown next to the name.' })),
  privacy_url: Type.Optional(
    Type.String({ format: 'uri', description: 'The merchant’s privacy notice, HTTPS. Linked before the capture.' }),
  ),
  retention_text: Type.Optional(
    Type.String({
      description: 'How long the merchant keeps fingerprints, in its own words. Shown before the capture, as text.',
    }),
  ),
};
export const SessionId = Type.String({ description: 'The canonical id for both kinds of session.' });
export const ModeName = Type.Enum([...MODES], { description: 'enroll or verify.' });
export const StatusName = Type.Enum([...SESSION_STATES], { description: 'Where the session stands.' });
export const FailureCodeName = Type.Optional(
  Type.String({ description: 'Why it failed. Present only when status is failed or expired.' }),
);
export const MatchCode = Type.String({
  pattern: '^\\d{2}$',
  description: 'Two digits. Only the hosted page shows them, and the user types them in the app.',
});
export const Confirmed = Type.Boolean({
  description: 'Whether the user has typed `match_code` in the app, or no join check is needed.',
});

export const WaitSeconds = Type.Integer({
  ...RESULT_RULES.wait.schema,
  description: `Seconds, 0 to ${RESULT_RULES.wait.schema.maximum}: the answer comes when the status changes or is final, else when the wait is over.`,
});
