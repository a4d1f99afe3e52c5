import { HostedLinkQuery } from '@authly/contract/operations/hosted-link';
import { transitionFor } from '../../session/transitions.ts';
import { ApiError } from '../../http/api-error.ts';
import { appLink, joinCookieHeader } from '../app-link.ts';
import type { Handle } from '../call.ts';
import { queryFields } from '../steps/fields.ts';
import { hostedSessionOf } from '../steps/session.ts';
import { shape } from '../../http/shape.ts';

const asLinkQuery = shape(HostedLinkQuery);

export const hostedLink: Handle = async (call, app) => {
  const session = await hostedSessionOf(call, app);
  const { via } = asLinkQuery(queryFields(call, asLinkQuery));
  const transition = transitionFor('claim', session.status);
  if ('refusal' in transition) throw new ApiError(transition.refusal);
  return {
    status: 200,
    body: await appLink(app, session, via),
    headers: await joinCookieHeader(call, app, session, [via]),
  };
};
