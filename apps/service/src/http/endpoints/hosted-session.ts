import type { Endpoint } from '../endpoint.ts';
import { hostedHeaders, hostedView } from '../hosted-view.ts';
import { hostedSessionOf } from '../steps/hosted-token.ts';

/** What the hosted page shows. */
export const hostedSession: Endpoint = {
  operation: 'hostedSession',
  async handle(call, app) {
    const session = await hostedSessionOf(call, app);
    return { status: 200, body: await hostedView(app, session), headers: hostedHeaders(app) };
  },
};
