import { advanceSession } from '../../lifecycle/advance-session.ts';
import { ApiError } from '../api-error.ts';
import type { Endpoint } from '../endpoint.ts';
import { hostedAnswer } from '../hosted-view.ts';
import { hostedSessionOf } from '../steps/hosted-token.ts';

/** Posted by the page's own script, so that a link preview moves nothing. A reload is no error. */
export const hostedOpened: Endpoint = {
  operation: 'hostedOpened',
  async handle(call, app) {
    const session = await hostedSessionOf(call, app);
    const advance = await advanceSession(app.store.sessions, session.id, { event: 'open' }, app.clock.now());
    if (advance === undefined) throw new ApiError('session_not_found');
    if ('refusal' in advance) throw new ApiError(advance.refusal);
    if (advance.moved) app.sandboxApp?.begin(advance.session);
    return hostedAnswer(app, advance.session);
  },
};
