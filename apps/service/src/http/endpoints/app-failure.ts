import { AppFailureRequest } from '@authly/contract/operations/app-failure';
import type { AppStatus } from '@authly/contract/operations/app-session';
import { advanceSession } from '../../lifecycle/advance-session.ts';
import { ApiError } from '../api-error.ts';
import type { Endpoint } from '../call.ts';
import { appSessionOf } from '../steps/app-token.ts';
import { jsonBody } from '../steps/json-body.ts';
import { shape } from '../steps/shape.ts';

const asAppFailure = shape(AppFailureRequest);

/** The app cannot capture, or the person declines. */
export const appFailure: Endpoint = {
  operation: 'appFailure',
  async handle(call, app) {
    const session = await appSessionOf(call, app);
    const { reason } = await jsonBody(call, asAppFailure);
    const advance = await advanceSession(
      app.store.sessions,
      session.id,
      { event: 'app_failure', failureCode: reason },
      app.clock.now(),
    );
    if (advance === undefined) throw new ApiError('session_not_found');
    if ('refusal' in advance) throw new ApiError(advance.refusal);
    const answer: AppStatus = { session_id: session.id, status: advance.session.status };
    return { status: 200, body: answer, headers: { 'Cache-Control': 'no-store' } };
  },
};
