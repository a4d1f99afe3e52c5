import { Type, type TUnsafe } from 'typebox';
import type { BiometricType, Payload } from '../wire/biometric-types.ts';
import type { DeviceAssertion } from '../wire/device.ts';
import { AssertionFields } from '../schemas/device-schemas.ts';
import { handling, notForBackends } from '../wire/error-details.ts';
import { LIMITS } from '../wire/limits.ts';
import { JSON_BODY } from '../wire/operation-row.ts';
import { fieldSchemas, ofAnyType } from '../schemas/payload-schemas.ts';
import { secret } from '../schemas/secret.ts';
import { SESSION_TOKEN_ERRORS } from '../schemas/shared-errors.ts';
import { AppStatus } from '../operations/app-session.ts';
import { EXAMPLE_VALUES, exampleParameters } from '../operations/example-values.ts';
import { appCall, type Operation } from '../operations/operation.ts';

export type CallbackRequest = Payload & {
  features: string;
  enc_key: string;
  captured_at?: string;
  device?: DeviceAssertion;
};

/** The only body that carries a capture. The service keeps it in memory for one request. */
export const callbackRequest = (type: BiometricType): TUnsafe<CallbackRequest> =>
  Type.Unsafe(
    Type.Object({
      ...fieldSchemas(type),
      features: secret(
        Type.String({
          minLength: 1,
          contentEncoding: 'base64',
          description: '12-byte IV, AES-256-GCM ciphertext, 16-byte tag: see [Sealing](#sealing).',
        }),
      ),
      enc_key: secret(
        Type.String({
          minLength: 1,
          description: '`v2.`, the key id of the claim, `.`, and base64 of the encapsulated key and the encrypted key.',
        }),
      ),
      captured_at: Type.Optional(Type.String({ maxLength: LIMITS.capturedAtChars, description: 'ISO 8601.' })),
      device: Type.Optional(AssertionFields),
    }),
  );

export const CallbackRequest = ofAnyType<CallbackRequest>(callbackRequest, { $id: 'CallbackRequest' });

export const appCallback: Operation = {
  ...appCall,
  summary: 'The captured finger, sealed',
  method: 'POST',
  path: '/app/v1/sessions/{session_id}/callback',
  body: JSON_BODY,
  maxBodyBytes: LIMITS.jsonBodyBytes,
  mayWait: true,
  request: CallbackRequest,
  response: AppStatus,
  sharedErrors: [...SESSION_TOKEN_ERRORS, 'session_finalized', 'rate_limited'],
  errors: {
    not_confirmed: {
      status: 409,
      message: 'The user has not typed the number of the hosted page yet.',
      handling: handling(
        ...notForBackends(
          'ask for the number that the hosted page shows, [send it](../reference/page-api.md#appConfirm), and send the same callback again.',
        ),
        'after the number was accepted.',
        'no.',
      ),
    },
  },
  example: {
    parameters: exampleParameters,
    body: {
      finger: 'RI',
      features: 'bm90IHJlYWwgZmVhdHVyZXM=',
      enc_key: `v2.${EXAMPLE_VALUES.seal.key_id}.bm90IGEgcmVhbCBrZXk=`,
      captured_at: '2026-01-31T09:14:58.120Z',
    },
    answer: { session_id: EXAMPLE_VALUES.sessionId, status: 'succeeded' },
  },
};
