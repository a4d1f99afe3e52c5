import { Type, type Static } from 'typebox';
import { handling, notForBackends } from '../wire/error-details.ts';
import { MatchCode, SessionId, StatusName } from '../schemas/fields.ts';
import { JSON_BODY } from '../wire/operation-row.ts';
import { SESSION_TOKEN_ERRORS } from '../schemas/shared-errors.ts';
import { EXAMPLE_VALUES, exampleParameters } from './example-values.ts';
import { appCall, type Operation } from './operation.ts';

export const AppConfirmRequest = Type.Object({ number: MatchCode }, { $id: 'AppConfirmRequest' });
export type AppConfirmRequest = Static<typeof AppConfirmRequest>;

export const AppConfirmed = Type.Object(
  { session_id: SessionId, status: StatusName, confirmed: Type.Literal(true) },
  { $id: 'AppConfirmed' },
);
export type AppConfirmed = Static<typeof AppConfirmed>;

export const appConfirm: Operation = {
  ...appCall,
  summary: 'The number that the user typed',
  method: 'POST',
  path: '/app/v1/sessions/{session_id}/confirm',
  body: JSON_BODY,
  request: AppConfirmRequest,
  response: AppConfirmed,
  sharedErrors: [...SESSION_TOKEN_ERRORS, 'session_finalized'],
  errors: {
    number_mismatch: {
      status: 409,
      message: 'This is not the number that the hosted page shows.',
      handling: handling(
        ...notForBackends(
          'say so and let the user type the number again. A second wrong number ends the session as `join_refused`.',
        ),
        'once, with the number that the user types. Do not repeat the same number by yourself.',
        'no.',
      ),
    },
  },
  example: {
    parameters: exampleParameters,
    body: { number: EXAMPLE_VALUES.number },
    answer: { session_id: EXAMPLE_VALUES.sessionId, status: 'app_launched', confirmed: true },
  },
};
