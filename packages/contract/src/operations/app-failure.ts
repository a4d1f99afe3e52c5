import { Type, type Static } from 'typebox';
import { APP_FAILURE_REASONS } from '../wire/failure-codes.ts';
import { JSON_BODY } from '../wire/operation-row.ts';
import { SESSION_TOKEN_ERRORS } from '../schemas/shared-errors.ts';
import { AppStatus } from './app-session.ts';
import { EXAMPLE_VALUES, exampleParameters } from './example-values.ts';
import { appCall, type Operation } from './operation.ts';

export const AppFailureRequest = Type.Object(
  { reason: Type.Enum([...APP_FAILURE_REASONS]) },
  { $id: 'AppFailureRequest' },
);
export type AppFailureRequest = Static<typeof AppFailureRequest>;

export const appFailure: Operation = {
  ...appCall,
  summary: 'The app cannot capture, or the person declines',
  method: 'POST',
  path: '/app/v1/sessions/{session_id}/failure',
  body: JSON_BODY,
  request: AppFailureRequest,
  response: AppStatus,
  sharedErrors: [...SESSION_TOKEN_ERRORS, 'session_finalized', 'invalid_session_transition'],
  example: {
    parameters: exampleParameters,
    body: { reason: 'user_declined' },
    answer: { session_id: EXAMPLE_VALUES.sessionId, status: 'failed' },
  },
};
