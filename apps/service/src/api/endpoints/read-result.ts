import { ResultQuery } from '@authly/contract/operations/read-result';
import { resultView } from '../../session/merchant-view.ts';
import { ApiError } from '../../http/api-error.ts';
import type { Handle } from '../call.ts';
import { accessToken, requireScope } from '../steps/access-token.ts';
import { queryFields } from '../steps/fields.ts';
import { limitPerMinute } from '../steps/rate-limit.ts';
import { existingSession, requireMerchant, requireUserRef } from '../steps/session.ts';
import { shape } from '../../http/shape.ts';
import { longPoll } from '../steps/long-poll.ts';

const asResultQuery = shape(ResultQuery);

export const readResult: Handle = async (call, app) => {
  const caller = await accessToken(call, app);
  requireScope(caller, call.operation);
  const { merchant_user_ref, wait } = asResultQuery(queryFields(call, asResultQuery));
  const session = await existingSession(call, app);
  requireMerchant(caller, session.merchantId);
  requireUserRef(session, merchant_user_ref);
  const { resultPerSession, resultPerMerchant } = caller.merchant.rateLimits;
  await limitPerMinute(
    app,
    [resultPerSession, 'result-session', session.id],
    [resultPerMerchant, 'result', session.merchantId],
  );
  const current = await longPoll(call, app, { kind: 'result polls', session, wait });
  // Retention may erase a session during a long poll.
  if (current === undefined) throw new ApiError('session_not_found');
  return { status: 200, body: resultView(current) };
};
