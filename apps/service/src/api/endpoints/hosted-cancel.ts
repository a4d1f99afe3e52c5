import type { Endpoint } from '../call.ts';
import { hostedSessionAnswer } from '../hosted-view.ts';
import { hostedSessionOf, moveSession } from '../steps/session.ts';

export const hostedCancel: Endpoint = {
  operation: 'hostedCancel',
  async handle(call, app) {
    const session = await hostedSessionOf(call, app);
    const canceled = await moveSession(app, session, { event: 'cancel' });
    return hostedSessionAnswer(app, canceled.session);
  },
};
