import type { Handle } from '../call.ts';
import { hostedSessionAnswer } from '../hosted-view.ts';
import { hostedSessionOf } from '../steps/session.ts';

export const hostedSession: Handle = async (call, app) => {
  const session = await hostedSessionOf(call, app);
  return hostedSessionAnswer(app, session);
};
