import { Type, type Static } from 'typebox';
import { ServiceTime, SessionId, StatusName, WaitSeconds } from '../fields.ts';
import { LIMITS } from '../limits.ts';
import { SESSION_TOKEN_ERRORS } from '../shared-errors.ts';
import { EXAMPLE_VALUES, exampleParameters } from './example-values.ts';
import type { Operation } from './operation.ts';

export const AppSession = Type.Object(
  {
    session_id: SessionId,
    status: StatusName,
    failure_code: Type.Optional(
      Type.String({ description: 'Why it failed, as the hosted page says it too. Absent where it did not fail.' }),
    ),
    confirmed: Type.Boolean(),
    now: ServiceTime,
  },
  { $id: 'AppSession' },
);
export type AppSession = Static<typeof AppSession>;

/** The answer to what an app reports. */
export const AppStatus = Type.Object({ session_id: SessionId, status: StatusName }, { $id: 'AppStatus' });
export type AppStatus = Static<typeof AppStatus>;

export const appSession: Operation = {
  summary: 'Where the session stands',
  method: 'GET',
  path: '/app/v1/sessions/{session_id}',
  caller: 'app token',
  maxBodyBytes: LIMITS.pageBodyBytes,
  mayWait: true,
  success: 200,
  query: Type.Object({ wait: Type.Optional(WaitSeconds) }),
  response: AppSession,
  sharedErrors: [...SESSION_TOKEN_ERRORS, 'rate_limited'],
  example: {
    parameters: exampleParameters,
    answer: {
      session_id: EXAMPLE_VALUES.sessionId,
      status: 'app_launched',
      confirmed: true,
      now: EXAMPLE_VALUES.now,
    },
  },
};
