import { HostedOpenedQuery, type HostedOpened } from '@authly/contract/operations/hosted-opened';
import { transitionFor } from '../../session/transitions.ts';
import { joinCookie } from '../../tokens/join-cookie.ts';
import { appLink } from '../app-link.ts';
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
  if ('refusal' in transitionFor('claim', opened.status)) return answer;
  const body: HostedOpened = {
    ...(answer.body as HostedOpened),
    ...(via !== undefined && { link: await appLink(app, opened, via) }),
  };
  const secret = await app.keys.hostedSecret(opened.createdAt);
  const cookie = joinCookie(secret, opened.id, opened.expiresAt - app.clock.now());
  return { ...answer, body, headers: { ...answer.headers, 'Set-Cookie': cookie } };
};
