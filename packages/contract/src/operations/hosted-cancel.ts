import { SESSION_TOKEN_ERRORS } from '../schemas/shared-errors.ts';
import { EXAMPLE_VALUES } from './example-values.ts';
import { HostedSession } from './hosted-session.ts';
import { hostedCall, type Operation } from './operation.ts';

export const hostedCancel: Operation = {
  ...hostedCall,
  summary: 'The person cancels',
  method: 'POST',
  path: '/hosted/v1/cancel',
  response: HostedSession,
  sharedErrors: [...SESSION_TOKEN_ERRORS, 'session_finalized', 'invalid_session_transition'],
  example: { answer: { session_id: EXAMPLE_VALUES.sessionId, mode: 'enroll', status: 'canceled' } },
};
