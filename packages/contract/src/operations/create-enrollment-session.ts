import { Type, type Static } from 'typebox';
import type { Payload } from '../wire/biometric-types.ts';
import { ofAnyType, partialPayload } from '../schemas/payload-schemas.ts';
import { creation, creationAnswer, creationFields, exampleCreation } from './creation.ts';
import { EXAMPLE_VALUES, exampleUser } from './example-values.ts';
import type { Operation } from './operation.ts';

export const CreateEnrollmentRequest = Type.Object(
  {
    ...creationFields,
    payload: Type.Optional(
      ofAnyType<Partial<Payload>>(partialPayload, {
        description: 'A reference value only; it is not passed to the app.',
      }),
    ),
  },
  { $id: 'CreateEnrollmentSessionRequest' },
);

export const CreateEnrollmentResponse = Type.Object(
  {
    enrollment_session_id: Type.String({ description: 'Equals session_id.' }),
    ...creationAnswer,
    mode: Type.Literal('enroll', { description: 'What the session is for.' }),
  },
  { $id: 'EnrollmentSession', description: 'An enrollment session that was created.' },
);
export type CreateEnrollmentResponse = Static<typeof CreateEnrollmentResponse>;

export const createEnrollmentSession: Operation = {
  summary: 'Create a session that enrolls one finger of one user',
  ...creation,
  path: '/v1/enrollment-sessions',
  scope: 'enrollment:create',
  request: CreateEnrollmentRequest,
  response: CreateEnrollmentResponse,
  example: {
    headers: { 'Idempotency-Key': '0f5c1f6e-7a53-4c0e-9a3e-2d6b1f0c8e11' },
    body: { ...exampleUser, return_url: 'https://shop.example/account', locale: 'en' },
    answer: { enrollment_session_id: EXAMPLE_VALUES.sessionId, ...exampleCreation, mode: 'enroll' },
  },
};
