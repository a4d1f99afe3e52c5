import { Type, type TUnsafe } from 'typebox';
import type { BiometricType, Payload } from '../biometric-types.ts';
import { LIMITS } from '../limits.ts';
import { fieldSchemas, ofAnyType } from '../payload-schemas.ts';
import { secret } from '../secret.ts';

export type CallbackRequest = Payload & { features: string; enc_key: string; captured_at?: string };

/** The one body that carries a capture into the service. It lives in memory for one request. */
export const callbackRequest = (type: BiometricType): TUnsafe<CallbackRequest> =>
  Type.Unsafe(
    Type.Object({
      ...fieldSchemas(type),
      features: secret(
        Type.String({
          minLength: 1,
          contentEncoding: 'base64',
          description: '12-byte IV, AES-256-GCM ciphertext, 16-byte tag.',
        }),
      ),
      enc_key: secret(Type.String({ minLength: 1, contentEncoding: 'base64', description: 'The 32-byte key.' })),
      captured_at: Type.Optional(Type.String({ maxLength: LIMITS.capturedAtChars, description: 'ISO 8601.' })),
    }),
  );

export const CallbackRequest = ofAnyType<CallbackRequest>(callbackRequest, { $id: 'CallbackRequest' });

export { sealedFor } from './sealed-for.ts';
