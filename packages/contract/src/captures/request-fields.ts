import { Type } from 'typebox';
import { BIO_LIMITS, LIMITS } from '../wire/limits.ts';
import { JSON_BODY } from '../wire/operation-row.ts';

export const bioCall = {
  method: 'POST',
  caller: 'service signature',
  body: JSON_BODY,
  maxBodyBytes: BIO_LIMITS.requestBytes,
  success: 200,
} as const;

export const requestFields = {
  merchant_id: Type.String({ description: 'Your merchant id.' }),
  merchant_user_ref: Type.String({
    minLength: 1,
    maxLength: LIMITS.merchantUserRefChars,
    description: 'Your own reference to the user, as you gave it when the session was created. Compare it exactly.',
  }),
  type: Type.String({ examples: ['fingerprint'], description: 'The biometric type: `fingerprint`.' }),
};

export const ANSWERED_TIME =
  'ISO 8601 with a zone: date, time, then `Z` or an offset; any number of fraction digits up to nine.';

export const repeatedFields = {
  merchant_user_ref: Type.Optional(Type.String({ description: 'If returned, equals the request.' })),
  type: Type.Optional(Type.String({ description: 'If returned, equals the request.' })),
  enrollment_ref: Type.Optional(Type.String({ minLength: 1, description: 'Your own id of the stored enrollment.' })),
};
