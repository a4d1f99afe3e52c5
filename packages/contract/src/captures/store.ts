import { Type, type Static } from 'typebox';
import type { Payload } from '../wire/biometric-types.ts';
import { fieldSchemas, ofAnyType, partialPayload } from '../schemas/payload-schemas.ts';
import { secret } from '../schemas/secret.ts';
import { Timestamp } from '../schemas/fields.ts';
import type { Operation } from '../operations/operation.ts';
import { ANSWERED_TIME, bioCall, repeatedFields, requestFields } from './request-fields.ts';

export const StoreRequest = Type.Object(
  {
    merchant_id: requestFields.merchant_id,
    merchant_user_ref: requestFields.merchant_user_ref,
    enrollment_session_id: Type.String({ description: 'Id of the enrollment session; the Idempotency-Key too.' }),
    type: requestFields.type,
    payload: ofAnyType<Payload & { features: string; enc_key: string }>(
      (type) =>
        Type.Object({
          ...fieldSchemas(type),
          features: secret(
            Type.String({
              minLength: 1,
              description: 'Enrollment data produced by the biometric app. Keep it as it is, whole.',
            }),
          ),
          enc_key: secret(Type.String({ minLength: 1, description: 'Encryption key produced by the biometric app.' })),
        }),
      { description: 'What was captured.' },
    ),
    captured_at: Timestamp(
      'When the finger was captured, by the app’s clock if that is between its claim and its callback, else the time of the callback. Ends in `Z`, today with three digits of a fraction of a second; take it with none to nine.',
    ),
  },
  { $id: 'BioStoreRequest', description: 'What the service sends to be stored.' },
);
export type StoreRequest = Static<typeof StoreRequest>;

const answerFields = {
  stored: Type.Literal(true, { description: 'Always true: what is not stored is an error.' }),
  ...repeatedFields,
  stored_at: Type.Optional(Type.String({ description: `When it was stored. ${ANSWERED_TIME}` })),
};

export const StoreResponse = Type.Object(
  {
    ...answerFields,
    payload: Type.Optional(
      ofAnyType<Partial<Payload>>(partialPayload, { description: 'What is returned of it equals the request.' }),
    ),
  },
  { $id: 'BioStoreResponse', description: 'What a merchant answers to a store.' },
);
export type StoreResponse = Static<typeof StoreResponse>;

export const exampleEnrollment = {
  merchant_user_ref: 'u_8c1f',
  type: 'fingerprint',
  payload: { finger: 'RI', features: 'bm90IHJlYWwgZmVhdHVyZXM=', enc_key: 'bm90IGEgcmVhbCBrZXk=' },
  enrollment_ref: 'enr_0001',
  stored_at: '2026-01-31T09:15:00.210Z',
} as const;

const { merchant_user_ref, type, payload, enrollment_ref, stored_at } = exampleEnrollment;

export const store: Operation & { readonly request: typeof StoreRequest } = {
  summary: 'Store the enrollment data of one user and finger',
  ...bioCall,
  path: '/enrollments',
  idempotent: true,
  request: StoreRequest,
  response: StoreResponse,
  example: {
    body: {
      merchant_id: 'mch_vector',
      merchant_user_ref,
      enrollment_session_id: 'ses_vector_enroll',
      type,
      payload,
      captured_at: '2026-01-31T09:14:58.120Z',
    },
    answer: { stored: true, merchant_user_ref, type, payload: { finger: payload.finger }, enrollment_ref, stored_at },
  },
};
