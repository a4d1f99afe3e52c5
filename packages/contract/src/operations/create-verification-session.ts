import { Type, type Static } from 'typebox';
import { ofAnyType, wholePayload } from '../schemas/payload-schemas.ts';
import { creation, creationAnswer, creationFields, exampleCreation } from './creation.ts';
import { EXAMPLE_VALUES, exampleUser } from './example-values.ts';
import type { Operation } from './operation.ts';

export const CreateVerificationRequest = Type.Object(
  {
    ...creationFields,
    payload: ofAnyType(wholePayload, { description: 'What was enrolled, as the enrollment result shows it.' }),
  },
  { $id: 'CreateVerificationSessionRequest' },
);

export const CreateVerificationResponse = Type.Object(
  {
    verification_session_id: Type.String({ description: 'Equals session_id.' }),
    ...creationAnswer,
    mode: Type.Literal('verify', { description: 'What the session is for.' }),
  },
  { $id: 'VerificationSession', description: 'A verification session that was created.' },
);
export type CreateVerificationResponse = Static<typeof CreateVerificationResponse>;

export const createVerificationSession: Operation = {
  summary: 'Create a session that verifies an enrolled finger',
  ...creation,
  path: '/v1/verification-sessions',
  scope: 'verification:create',
  request: CreateVerificationRequest,
  response: CreateVerificationResponse,
  example: {
    headers: { 'Idempotency-Key': '7d2a9c34-1be8-4f6f-8a55-90c7e4d1b322' },
    body: {
      ...exampleUser,
      payload: { finger: 'RI' },
      return_url: 'https://shop.example/checkout',
      display_text: 'Pay EUR 9.50 for order 1042',
    },
    answer: { verification_session_id: EXAMPLE_VALUES.sessionId, ...exampleCreation, mode: 'verify' },
  },
};
