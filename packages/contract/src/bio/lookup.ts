import { Type, type Static } from 'typebox';
import type { Payload } from '../biometric-types.ts';
import { ofAnyType, optionalFieldSchemas, wholePayload } from '../payload-schemas.ts';
import { secret } from '../secret.ts';

export const LookupRequest = Type.Object(
  {
    merchant_id: Type.String(),
    merchant_user_ref: Type.String(),
    verification_session_id: Type.String(),
    type: Type.String({ examples: ['fingerprint'] }),
    payload: ofAnyType(wholePayload),
  },
  { $id: 'BioLookupRequest' },
);
export type LookupRequest = Static<typeof LookupRequest>;

const answerFields = {
  found: Type.Literal(true),
  merchant_user_ref: Type.Optional(Type.String({ description: 'If returned, equals the request.' })),
  type: Type.Optional(Type.String({ description: 'If returned, equals the request.' })),
  enrollment_ref: Type.Optional(Type.String({ minLength: 1 })),
  enrolled_at: Type.Optional(Type.String({ description: 'When it was enrolled. ISO 8601.' })),
};
const enrollmentData = {
  features: secret(Type.String({ minLength: 1 })),
  enc_key: secret(Type.String({ minLength: 1 })),
};

export const LookupResponse = Type.Object(
  {
    ...answerFields,
    payload: ofAnyType<Partial<Payload> & { features: string; enc_key: string }>((type) =>
      Type.Object({ ...enrollmentData, ...optionalFieldSchemas(type) }),
    ),
  },
  { $id: 'BioLookupResponse' },
);
export type LookupResponse = Static<typeof LookupResponse>;

/** The answer whatever its type: what it returns of the payload's other fields is held against the request. */
export const LookupResponseShape = Type.Object({ ...answerFields, payload: Type.Object(enrollmentData) });
