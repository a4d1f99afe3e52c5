import { Type, type Static } from 'typebox';
import { FingerCode } from '../biometric-types.ts';
import { secret } from '../secret.ts';

export const LookupRequest = Type.Object(
  {
    merchant_id: Type.String(),
    merchant_user_ref: Type.String(),
    verification_session_id: Type.String(),
    type: Type.String({ examples: ['fingerprint'] }),
    payload: Type.Object({ finger: FingerCode }),
  },
  { $id: 'BioLookupRequest' },
);
export type LookupRequest = Static<typeof LookupRequest>;

export const LookupResponse = Type.Object(
  {
    found: Type.Literal(true),
    payload: Type.Object({
      features: secret(Type.String({ minLength: 1 })),
      enc_key: secret(Type.String({ minLength: 1 })),
      finger: Type.Optional(FingerCode),
    }),
    merchant_user_ref: Type.Optional(Type.String({ description: 'If returned, equals the request.' })),
    type: Type.Optional(Type.String({ description: 'If returned, equals the request.' })),
    enrollment_ref: Type.Optional(Type.String({ minLength: 1 })),
    enrolled_at: Type.Optional(Type.String({ description: 'When it was enrolled. ISO 8601.' })),
  },
  { $id: 'BioLookupResponse' },
);
export type LookupResponse = Static<typeof LookupResponse>;
