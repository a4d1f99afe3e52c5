import { Type, type Static } from 'typebox';
import { BIOMETRIC_TYPES, DEFAULT_BIOMETRIC_TYPE } from '../wire/biometric-types.ts';
import { ExpiresAt, MerchantId, MerchantUserRef, ModeName, SessionId } from '../schemas/fields.ts';
import { LIMITS } from '../wire/limits.ts';
import { JSON_BODY } from '../wire/operation-row.ts';
import { CREATION_RULES } from '../wire/request-rules.ts';
import { HOSTED_TOKEN_FRAGMENT } from '../wire/page-addresses.ts';
import { secret } from '../schemas/secret.ts';
import { ACCESS_TOKEN_ERRORS } from '../schemas/shared-errors.ts';
import { EXAMPLE_VALUES } from './example-values.ts';
import { merchantCall } from './operation.ts';

export const creation = {
  ...merchantCall,
  method: 'POST',
  body: JSON_BODY,
  idempotent: true,
  success: 201,
  sharedErrors: [...ACCESS_TOKEN_ERRORS, 'unsupported_bio_type', 'idempotency_conflict', 'rate_limited'],
} as const;

export const creationFields = {
  merchant_id: MerchantId,
  merchant_user_ref: MerchantUserRef,
  return_url: Type.Optional(
    Type.String({
      ...CREATION_RULES.return_url.schema,
      description: 'Full HTTPS URL. Only fixes the target origin of the desktop popup postMessage.',
      examples: ['https://shop.example/checkout'],
    }),
  ),
  type: Type.Optional(
    Type.String({
      ...CREATION_RULES.type.schema,
      default: DEFAULT_BIOMETRIC_TYPE,
      description: `Supported: ${Object.keys(BIOMETRIC_TYPES).join(', ')}.`,
    }),
  ),
  locale: Type.Optional(
    Type.String({
      ...CREATION_RULES.locale.schema,
      description: 'Display locale of the hosted page.',
      examples: ['ko-KR'],
    }),
  ),
  display_text: Type.Optional(
    Type.String({
      ...CREATION_RULES.display_text.schema,
      description: `What the person is to approve, in your words: shown on the hosted page and in the app before the capture. Plain text of at most ${LIMITS.displayTextLines} lines, separated by line feeds. Other control characters, invisible characters, those that change the direction of text and more than ${LIMITS.marksPerChar} combining marks on a character are refused.`,
      examples: ['Pay EUR 9.50 for order 1042'],
    }),
  ),
  metadata: Type.Optional(
    Type.Record(Type.String(), Type.Unknown(), {
      description: `Non-sensitive trace data, at most ${LIMITS.metadataChars} characters as JSON. Top-level keys that mean features, enc_key, raw biometric, national id or card number are refused. So are numbers beyond 2^53 - 1, which JSON readers round: send them as text.`,
    }),
  ),
};

/** The first of two checks. The second compares `payload` with its biometric type, and says which field is missing. */
export const CreationShape = Type.Object({ ...creationFields, payload: Type.Optional(Type.Object({})) });
export type CreationBody = Static<typeof CreationShape>;

export const creationAnswer = {
  session_id: SessionId,
  mode: ModeName,
  status: Type.Literal('created', { description: 'Nobody has opened the page yet.' }),
  popup_url: secret(
    Type.String({ format: 'uri', description: 'Address of the hosted page, to be opened exactly as returned.' }),
  ),
  expires_at: ExpiresAt,
};

const { sessionId: session_id, expiresAt: expires_at } = EXAMPLE_VALUES;
export const exampleCreation = {
  session_id,
  status: 'created',
  popup_url: `https://authly.example/hosted/#${HOSTED_TOKEN_FRAGMENT}=${session_id}.hQ4vT0nWkXp3`,
  expires_at,
};
