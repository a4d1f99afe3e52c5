import type { Handle } from '../call.ts';
import { hostedSessionAnswer } from '../hosted-view.ts';
import { hostedSessionOf, moveSession } from '../steps/session.ts';

export const hostedCancel: Handle = async (call, app) => {
  const session = await hostedSessionOf(call, app);
  const canceled = await moveSession(app, session, { event: 'cancel' });
  return hostedSessionAnswer(app, canceled.session);
};
