import { advanceSession } from '../../lifecycle/advance-session.ts';
import { ApiError } from '../api-error.ts';
import type { Endpoint } from '../call.ts';
import { hostedAnswer } from '../hosted-view.ts';
import { hostedSessionOf } from '../steps/hosted-token.ts';

/** The same move as the merchant's cancel, with its default reason. */
export const hostedCancel: Endpoint = {
  operation: 'hostedCancel',
  async handle(call, app) {
    const session = await hostedSessionOf(call, app);
    const advance = await advanceSession(app.store.sessions, session.id, { event: 'cancel' }, app.clock.now());
    if (advance === undefined) throw new ApiError('session_not_found');
    if ('refusal' in advance) throw new ApiError(advance.refusal);
    return hostedAnswer(app, advance.session);
  },
};
