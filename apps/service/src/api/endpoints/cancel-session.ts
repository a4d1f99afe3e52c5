import { CancelRequest, type CancelResponse } from '@authly/contract/operations/cancel-session';
import type { Handle } from '../call.ts';
import { accessToken, requireScope } from '../steps/access-token.ts';
import { jsonBody } from '../steps/json-body.ts';
import { existingSession, moveSession, requireMerchant, requireUserRef } from '../steps/session.ts';
import { shape } from '../../http/shape.ts';

const asCancelRequest = shape(CancelRequest);

export const cancelSession: Handle = async (call, app) => {
  const caller = await accessToken(call, app);
  requireScope(caller, call.operation);
  const body = await jsonBody(call, asCancelRequest);
  const session = await existingSession(call, app);
  requireMerchant(caller, session.merchantId, body.merchant_id);
  requireUserRef(session, body.merchant_user_ref);
  await moveSession(app, session, { event: 'cancel', reason: body.reason });
  const answer: CancelResponse = { session_id: session.id, status: 'canceled' };
  return { status: 200, body: answer };
};
