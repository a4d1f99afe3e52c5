import { Type, type Static } from 'typebox';
import { WAIT_PATTERN } from '../field-rules.ts';
import { Confirmed, FailureCodeName, ServiceTime, SessionId, StatusName } from '../fields.ts';
import { LIMITS } from '../limits.ts';
import { SESSION_TOKEN_ERRORS } from '../shared-errors.ts';
import { EXAMPLE_VALUES, exampleParameters } from './example-values.ts';
import { appCall, type Operation } from './operation.ts';

export const AppSessionQuery = Type.Object(
  {
    wait: Type.Optional(
      Type.String({
        pattern: WAIT_PATTERN,
        description: `Seconds, 0 to ${LIMITS.resultWaitMaxS}: the answer comes when the user confirms, when the status changes or is final, else when the wait is over.`,
      }),
    ),
    confirmed: Type.Optional(
      Type.Enum(['true', 'false'], {
        description:
          'What the app has seen last. If the session says otherwise, the answer does not wait: no confirmation between two calls is missed.',
      }),
    ),
  },
  { $id: 'AppSessionQuery' },
);

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
