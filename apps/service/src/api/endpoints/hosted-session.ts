import type { Endpoint } from '../call.ts';
import { hostedSessionAnswer } from '../hosted-view.ts';
import { hostedSessionOf } from '../steps/session.ts';

export const hostedSession: Endpoint = {
  operation: 'hostedSession',
  async handle(call, app) {
    const session = await hostedSessionOf(call, app);
    return hostedSessionAnswer(app, session);
  },
};
