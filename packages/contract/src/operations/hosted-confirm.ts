import { SESSION_TOKEN_ERRORS } from '../shared-errors.ts';
import { exampleHostedSession, exampleJoin } from './example-values.ts';
import { HostedSession } from './hosted-session.ts';
import { hostedCall, type Operation } from './operation.ts';

export const hostedConfirm: Operation = {
  ...hostedCall,
  summary: 'The user confirms that both screens show the same number',
  method: 'POST',
  path: '/hosted/v1/confirm',
  response: HostedSession,
  sharedErrors: [...SESSION_TOKEN_ERRORS, 'session_finalized', 'invalid_session_transition'],
  example: { answer: { ...exampleHostedSession, status: 'app_launched', ...exampleJoin } },
};
