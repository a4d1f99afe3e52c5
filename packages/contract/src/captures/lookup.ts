import { Type, type Static } from 'typebox';
import type { Payload } from '../wire/biometric-types.ts';
import type { Operation } from '../operations/operation.ts';
import { ofAnyType, optionalFieldSchemas, wholePayload } from '../schemas/payload-schemas.ts';
import { secret } from '../schemas/secret.ts';
import { ANSWERED_TIME, bioCall, repeatedFields, requestFields } from './request-fields.ts';
import { exampleEnrollment } from './store.ts';

export const LookupRequest = Type.Object(
  {
    merchant_id: requestFields.merchant_id,
    merchant_user_ref: requestFields.merchant_user_ref,
    verification_session_id: Type.String({ description: 'Id of the verification session.' }),
    type: requestFields.type,
    payload: ofAnyType(wholePayload, { description: 'What to look up: answer for this finger alone.' }),
  },
  { $id: 'BioLookupRequest', description: 'What the service asks for on a lookup.' },
);
export type LookupRequest = Static<typeof LookupRequest>;

const answerFields = {
  found: Type.Literal(true, { description: 'Always true: what is not found is 404.' }),
  ...repeatedFields,
  enrolled_at: Type.Optional(Type.String({ description: `When it was enrolled. ${ANSWERED_TIME}` })),
};
const enrollmentData = {
  features: secret(Type.String({ minLength: 1, description: 'As it was stored, to the character.' })),
  enc_key: secret(Type.String({ minLength: 1, description: 'As it was stored, to the character.' })),
};

export const LookupResponse = Type.Object(
  {
    ...answerFields,
    payload: ofAnyType<Partial<Payload> & { features: string; enc_key: string }>(
      (type) => Type.Object({ ...enrollmentData, ...optionalFieldSchemas(type) }),
      { description: 'The stored data of this finger alone.' },
    ),
  },
  { $id: 'BioLookupResponse', description: 'What a merchant answers to a lookup that finds something.' },
);
export type LookupResponse = Static<typeof LookupResponse>;

const { merchant_user_ref, type, payload, enrollment_ref, stored_at } = exampleEnrollment;

export const lookup: Operation & { readonly request: typeof LookupRequest } = {
  summary: 'Return the stored enrollment data of one user and finger',
  ...bioCall,
  path: '/enrollments/lookup',
  request: LookupRequest,
  response: LookupResponse,
  example: {
    body: {
      merchant_id: 'mch_vector',
      merchant_user_ref,
      verification_session_id: 'ses_vector_verify',
      type,
      payload: { finger: payload.finger },
    },
    answer: { found: true, payload, merchant_user_ref, type, enrollment_ref, enrolled_at: stored_at },
  },
};
