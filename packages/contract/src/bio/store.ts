import { Type, type Static } from 'typebox';
import { FingerCode } from '../biometric-types.ts';
import { secret } from '../secret.ts';
import { Timestamp } from '../session.ts';

export const StoreRequest = Type.Object(
  {
    merchant_id: Type.String(),
    merchant_user_ref: Type.String(),
    enrollment_session_id: Type.String(),
    type: Type.String({ examples: ['fingerprint'] }),
    payload: Type.Object({
      finger: FingerCode,
      features: secret(Type.String({ description: 'Enrollment data produced by the biometric app.' })),
      enc_key: secret(Type.String({ description: 'Encryption key produced by the biometric app.' })),
    }),
    captured_at: Timestamp('Capture time.'),
  },
  { $id: 'BioStoreRequest' },
);
export type StoreRequest = Static<typeof StoreRequest>;

export const StoreResponse = Type.Object(
  {
    stored: Type.Literal(true),
    merchant_user_ref: Type.Optional(Type.String({ description: 'If returned, equals the request.' })),
    type: Type.Optional(Type.String({ description: 'If returned, equals the request.' })),
    payload: Type.Optional(
      Type.Object(
        { finger: Type.Optional(FingerCode) },
        { description: 'If finger is returned, it equals the request.' },
      ),
    ),
    enrollment_ref: Type.Optional(Type.String({ minLength: 1 })),
    stored_at: Type.Optional(Type.String({ description: 'When it was stored. ISO 8601.' })),
  },
  { $id: 'BioStoreResponse' },
);
export type StoreResponse = Static<typeof StoreResponse>;
