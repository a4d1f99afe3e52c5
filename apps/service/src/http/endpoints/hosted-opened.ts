import { HostedOpenedQuery, type HostedOpened } from '@authly/contract/operations/hosted-opened';
import { advanceSession } from '../../lifecycle/advance-session.ts';
import { transitionFor } from '../../session/transitions.ts';
import { ApiError } from '../api-error.ts';
import { appLink } from '../app-link.ts';
import type { Endpoint } from '../call.ts';
import { hostedView } from '../hosted-view.ts';
import { queryFields } from '../steps/fields.ts';
import { hostedSessionOf } from '../steps/hosted-token.ts';
import { shape } from '../steps/shape.ts';

const asOpenedQuery = shape(HostedOpenedQuery);

/**
 * Posted by the page's own script, so that a link preview moves nothing. A reload is no error. The link that the page needs next comes along:
 * on a slow phone each call takes as long as everything that the page itself does.
 */
export const hostedOpened: Endpoint = {
  operation: 'hostedOpened',
  async handle(call, app) {
    const session = await hostedSessionOf(call, app);
    const { via } = asOpenedQuery(queryFields(call));
    const advance = await advanceSession(app.store.sessions, session.id, { event: 'open' }, app.clock.now());
    if (advance === undefined) throw new ApiError('session_not_found');
    if ('refusal' in advance) throw new ApiError(advance.refusal);
    if (advance.moved) app.sandboxApp?.begin(advance.session);
    const hasLink = via !== undefined && !('refusal' in transitionFor('claim', advance.session.status));
    const body: HostedOpened = {
      ...(await hostedView(app, advance.session)),
      ...(hasLink && { link: await appLink(app, advance.session, via) }),
    };
    return { status: 200, body, headers: { 'Cache-Control': 'no-store' } };
  },
};
