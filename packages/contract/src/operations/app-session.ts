import { Type, type Static } from 'typebox';
import { Confirmed, FailureCodeName, ServiceTime, SessionId, StatusName, WaitSeconds } from '../schemas/fields.ts';
import { SESSION_TOKEN_ERRORS } from '../schemas/shared-errors.ts';
import { EXAMPLE_VALUES, exampleParameters } from './example-values.ts';
import { appCall, type Operation } from './operation.ts';

export const AppSessionQuery = Type.Object({ wait: Type.Optional(WaitSeconds) }, { $id: 'AppSessionQuery' });

export const AppSession = Type.Object(
  {
    session_id: SessionId,
    status: StatusName,
    failure_code: FailureCodeName,
    confirmed: Confirmed,
    now: ServiceTime,
  },
  { $id: 'AppSession' },
);
export type AppSession = Static<typeof AppSession>;

export const AppStatus = Type.Object({ session_id: SessionId, status: StatusName }, { $id: 'AppStatus' });
export type AppStatus = Static<typeof AppStatus>;

export const appSession: Operation = {
  ...appCall,
  summary: 'Where the session stands',
  method: 'GET',
  path: '/app/v1/sessions/{session_id}',
  mayWait: true,
  query: AppSessionQuery,
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
