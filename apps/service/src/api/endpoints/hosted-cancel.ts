import type { Endpoint } from '../call.ts';
import { hostedSessionAnswer } from '../hosted-view.ts';
import { hostedSessionOf, moveSession } from '../steps/session.ts';

/** The same move as the merchant's cancel, with its default reason. */
export const hostedCancel: Endpoint = {
  operation: 'hostedCancel',
  async handle(call, app) {
    const session = await hostedSessionOf(call, app);
    const canceled = await moveSession(app, session, { event: 'cancel' });
    return hostedSessionAnswer(app, canceled.session);
  },
};
