import { Type, type Static } from 'typebox';
import { FingerCode } from '../biometric-types.ts';
import { LIMITS } from '../limits.ts';
import { secret } from '../secret.ts';

/** The one body that carries a finger into the service. It lives in memory for one request. */
export const CallbackRequest = Type.Object(
  {
    finger: FingerCode,
    features: secret(
      Type.String({
        minLength: 1,
        contentEncoding: 'base64',
        description: '12-byte IV, AES-256-GCM ciphertext, 16-byte tag.',
      }),
    ),
    enc_key: secret(Type.String({ minLength: 1, contentEncoding: 'base64', description: 'The 32-byte key.' })),
    captured_at: Type.Optional(Type.String({ maxLength: LIMITS.capturedAtChars, description: 'ISO 8601.' })),
  },
  { $id: 'CallbackRequest' },
);
export type CallbackRequest = Static<typeof CallbackRequest>;

export { sealedFor } from './sealed-for.ts';
