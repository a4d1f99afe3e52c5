import { HostedLinkQuery, type HostedLink } from '@authly/contract/hosted/session';
import { LINK_TOKEN_FRAGMENT } from '@authly/contract/page-addresses';
import { linkExpiry, linkToken } from '../../tokens/link-token.ts';
import { isoTime } from '../../session/merchant-view.ts';
import { transitionFor } from '../../session/transitions.ts';
import { ApiError } from '../api-error.ts';
import type { Endpoint } from '../endpoint.ts';
import { queryFields } from '../steps/fields.ts';
import { hostedSessionOf } from '../steps/hosted-token.ts';
import { shape } from '../steps/shape.ts';

const asLinkQuery = shape(HostedLinkQuery);

/** A link for one app; none are given out once an app is there. */
export const hostedLink: Endpoint = {
  operation: 'hostedLink',
  async handle(call, app) {
    const session = await hostedSessionOf(call, app);
    const { via } = asLinkQuery(queryFields(call));
    const transition = transitionFor('claim', session.status);
    if ('refusal' in transition) throw new ApiError(transition.refusal);
    const now = app.clock.now();
    const claim = { sessionId: session.id, via, issuedAt: now };
    const answer: HostedLink = {
      app_url: `${app.appUrl}#${LINK_TOKEN_FRAGMENT}=${linkToken(await app.keys.hostedSecret(session.createdAt), claim)}`,
      expires_at: isoTime(linkExpiry(claim)),
      now: isoTime(now),
    };
    return { status: 200, body: answer, headers: { 'Cache-Control': 'no-store' } };
  },
};
