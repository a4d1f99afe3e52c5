import { AppFailureRequest } from '@authly/contract/operations/app-failure';
import type { Handle } from '../call.ts';
import { jsonBody } from '../steps/json-body.ts';
import { appSessionOf, appStatus, moveSession } from '../steps/session.ts';
import { shape } from '../../http/shape.ts';

const asAppFailure = shape(AppFailureRequest);

export const appFailure: Handle = async (call, app) => {
  const session = await appSessionOf(call, app);
  const { reason } = await jsonBody(call, asAppFailure);
  const failed = await moveSession(app, session, { event: 'app_failure', failureCode: reason });
  return appStatus(failed.session);
};
