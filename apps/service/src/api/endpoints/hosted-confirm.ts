import { readSession } from '../../lifecycle/advance-session.ts';
import { ApiError } from '../../http/api-error.ts';
import type { Endpoint } from '../call.ts';
import { hostedSessionAnswer } from '../hosted-view.ts';
import { hostedSessionOf, requireNotEnded } from '../steps/session.ts';

/** The user saw the same code on both screens. A second confirmation changes nothing. */
export const hostedConfirm: Endpoint = {
  operation: 'hostedConfirm',
  async handle(call, app) {
    const session = await hostedSessionOf(call, app);
    requireNotEnded(session);
    if (session.join === null) throw new ApiError('invalid_session_transition');
    await app.store.sessions.confirmJoin(session.id);
    const current = await readSession(app.store.sessions, session.id, app.clock.now());
    if (current === undefined) throw new ApiError('session_not_found');
    if (current.join?.confirmed !== true) requireNotEnded(current);
    return hostedSessionAnswer(app, current);
  },
};
