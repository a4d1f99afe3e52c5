import { AppSessionQuery, type AppSession } from '@authly/contract/operations/app-session';
import { isoTime } from '../../session/iso-time.ts';
import { ApiError } from '../../http/api-error.ts';
import type { Handle } from '../call.ts';
import { statusOrJoinChanged } from '../../lifecycle/session-hub.ts';
import { queryFields } from '../steps/fields.ts';
import { longPoll } from '../steps/long-poll.ts';
import { appSessionOf } from '../steps/session.ts';
import { shape } from '../../http/shape.ts';

const asAppSessionQuery = shape(AppSessionQuery);

export const appSession: Handle = async (call, app) => {
  const session = await appSessionOf(call, app);
  const { wait } = asAppSessionQuery(queryFields(call, asAppSessionQuery));
  const current = await longPoll(call, app, { kind: 'app polls', session, wait, hasChanged: statusOrJoinChanged });
  if (current?.join == null) throw new ApiError('session_not_found');
  const answer: AppSession = {
    session_id: current.id,
    status: current.status,
    ...(current.failureCode !== null && { failure_code: current.failureCode }),
    confirmed: current.join.confirmed,
    now: isoTime(app.clock.now()),
  };
  return { status: 200, body: answer };
};
