import { HostedOpenedQuery, type HostedOpened } from '@authly/contract/operations/hosted-opened';
import { transitionFor } from '../../session/transitions.ts';
import { appLink, joinCookieHeader } from '../app-link.ts';
import type { Handle } from '../call.ts';
import { hostedSessionAnswer } from '../hosted-view.ts';
import { queryFields } from '../steps/fields.ts';
import { hostedSessionOf, moveSession } from '../steps/session.ts';
import { shape } from '../../http/shape.ts';

const asOpenedQuery = shape(HostedOpenedQuery);

/** Called by the page's script, so that a link preview does not open a session. The response includes the next link, which saves one call. */
export const hostedOpened: Handle = async (call, app) => {
  const session = await hostedSessionOf(call, app);
  const { via } = asOpenedQuery(queryFields(call, asOpenedQuery));
  const { session: opened, moved } = await moveSession(app, session, { event: 'open' });
  if (moved) app.sandbox?.play(opened);
  const answer = await hostedSessionAnswer(app, opened);
  if (via === undefined || 'refusal' in transitionFor('claim', opened.status)) return answer;
  const body: HostedOpened = { ...(answer.body as HostedOpened), link: await appLink(app, opened, via) };
  return { ...answer, body, headers: await joinCookieHeader(call, app, opened, [via]) };
};
