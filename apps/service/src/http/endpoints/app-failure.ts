import { AppFailureRequest } from '@authly/contract/operations/app-failure';
import type { AppStatus } from '@authly/contract/operations/app-session';
import type { Endpoint } from '../call.ts';
import { appSessionOf } from '../steps/app-token.ts';
import { jsonBody } from '../steps/json-body.ts';
import { moveSession } from '../steps/move-session.ts';
import { shape } from '../steps/shape.ts';

const asAppFailure = shape(AppFailureRequest);

/** The app cannot capture, or the person declines. */
export const appFailure: Endpoint = {
  operation: 'appFailure',
  async handle(call, app) {
    const session = await appSessionOf(call, app);
    const { reason } = await jsonBody(call, asAppFailure);
    const failed = await moveSession(app, session, { event: 'app_failure', failureCode: reason });
    const answer: AppStatus = { session_id: session.id, status: failed.session.status };
    return { status: 200, body: answer, headers: { 'Cache-Control': 'no-store' } };
  },
};
