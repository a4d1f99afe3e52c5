import { LIMITS } from '@authly/contract/wire/limits';
import { AppConfirmRequest, type AppConfirmed } from '@authly/contract/operations/app-confirm';
import { isFinal } from '@authly/contract/wire/states';
import { advanceSession, readSession } from '../../lifecycle/advance-session.ts';
import { ApiError } from '../../http/api-error.ts';
import { shape } from '../../http/shape.ts';
import type { Handle } from '../call.ts';
import { jsonBody } from '../steps/json-body.ts';
import { appSessionOf } from '../steps/session.ts';

const asAppConfirm = shape(AppConfirmRequest);

/** The join check: only the page shows the number, so the user who types it sees both screens. */
export const appConfirm: Handle = async (call, app) => {
  const { sessions } = app.store;
  const { id } = await appSessionOf(call, app);
  const { number } = await jsonBody(call, asAppConfirm);
  await sessions.checkNumber(id, number);
  const now = app.clock.now();
  const session = await readSession(sessions, id, now);
  if (session?.join == null) throw new ApiError('session_not_found');
  if (isFinal(session.status)) throw new ApiError('session_finalized');
  if (!session.join.confirmed) {
    if (session.join.wrongNumbers >= LIMITS.wrongNumbers)
      await advanceSession(sessions, session, { event: 'app_failure', failureCode: 'join_refused' }, now);
    throw new ApiError('number_mismatch');
  }
  const body: AppConfirmed = { session_id: id, status: session.status, confirmed: true };
  return { status: 200, body };
};
