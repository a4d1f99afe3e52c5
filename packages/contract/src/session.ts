import { Type, type Static } from 'typebox';
import { BIOMETRIC_TYPES, DEFAULT_BIOMETRIC_TYPE, type Payload } from './biometric-types.ts';
import { LIMITS } from './limits.ts';
import { ofAnyType, partialPayload, wholePayload } from './payload-schemas.ts';
import { secret } from './secret.ts';
import { MODES, SESSION_STATES } from './states.ts';

export const Timestamp = (description: string) =>
  Type.String({ format: 'date-time', description, examples: ['2026-01-31T09:15:00.000Z'] });

/** In every answer with a time to count down to: neither the device's clock nor a `Date` header on the way is the service's. */
export const ServiceTime = Timestamp('The service’s own time at this answer, UTC: time left is counted by it.');

export const MerchantId = Type.String({
  minLength: 1,
  maxLength: LIMITS.merchantIdChars,
  description: 'Must equal the merchant_id of the token.',
});
export const MerchantUserRef = Type.String({
  minLength: 1,
  maxLength: LIMITS.merchantUserRefChars,
  description:
    'Opaque, non-identifying reference to the logged-in user. A random internal id or an HMAC with a merchant-only secret is recommended; never an e-mail address, phone number, name or national id.',
});
export const SessionId = Type.String({ description: 'The canonical id for both kinds of session.' });
export const ModeName = Type.Enum([...MODES]);
export const StatusName = Type.Enum([...SESSION_STATES]);

/** `payload` is checked a second time against the entry of its biometric type: here it only has to be an object. */
const creationFields = {
  merchant_id: MerchantId,
  merchant_user_ref: MerchantUserRef,
  return_url: Type.Optional(
    Type.String({
      maxLength: LIMITS.returnUrlChars,
      description: 'Full HTTPS URL. Only fixes the target origin of the desktop popup postMessage.',
      examples: ['https://shop.example/checkout'],
    }),
  ),
  type: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: LIMITS.typeChars,
      default: DEFAULT_BIOMETRIC_TYPE,
      description: `Supported: ${Object.keys(BIOMETRIC_TYPES).join(', ')}.`,
    }),
  ),
  locale: Type.Optional(
    Type.String({
      maxLength: LIMITS.localeChars,
      description: 'Display locale of the hosted page.',
      examples: ['ko-KR'],
    }),
  ),
  display_text: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: LIMITS.displayTextChars,
      description:
        'What the person is to approve, in your words: shown on the hosted page and in the app before the capture. Plain text, in which a line feed begins a new line; other control characters, and those that turn the direction of text, are refused.',
      examples: ['Pay EUR 9.50 for order 1042'],
    }),
  ),
  metadata: Type.Optional(
    Type.Record(Type.String(), Type.Unknown(), {
      description: `Non-sensitive trace data, at most ${LIMITS.metadataChars} characters as JSON. Top-level keys that mean features, enc_key, raw biometric, national id or card number are refused.`,
    }),
  ),
};

export const CreateEnrollmentRequest = Type.Object(
  {
    ...creationFields,
    payload: Type.Optional(
      ofAnyType<Partial<Payload>>(partialPayload, {
        description: 'A reference value only; it is not passed to the app.',
      }),
    ),
  },
  { $id: 'CreateEnrollmentSessionRequest' },
);

export const CreateVerificationRequest = Type.Object(
  {
    ...creationFields,
    payload: ofAnyType(wholePayload, { description: 'What was enrolled, as the enrollment result shows it.' }),
  },
  { $id: 'CreateVerificationSessionRequest' },
);

/** What every creation shares whatever its type: the first of the two checks. */
export const CreationShape = {
  enroll: Type.Object({ ...creationFields, payload: Type.Optional(Type.Object({})) }),
  verify: Type.Object({ ...creationFields, payload: Type.Object({}) }),
} as const;
export type CreationBody = Static<(typeof CreationShape)['enroll']>;

const creationAnswer = {
  session_id: SessionId,
  mode: ModeName,
  status: Type.Literal('created'),
  popup_url: secret(
    Type.String({ format: 'uri', description: 'Address of the hosted page, to be opened exactly as returned.' }),
  ),
  expires_at: Timestamp('When the session expires, UTC.'),
};

export const CreateEnrollmentResponse = Type.Object(
  { enrollment_session_id: Type.String({ description: 'Equals session_id.' }), ...creationAnswer },
  { $id: 'EnrollmentSession' },
);
export type CreateEnrollmentResponse = Static<typeof CreateEnrollmentResponse>;

export const CreateVerificationResponse = Type.Object(
  { verification_session_id: Type.String({ description: 'Equals session_id.' }), ...creationAnswer },
  { $id: 'VerificationSession' },
);
export type CreateVerificationResponse = Static<typeof CreateVerificationResponse>;
