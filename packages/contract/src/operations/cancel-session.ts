import { Type, type Static } from 'typebox';
import { MerchantId, MerchantUserRef, SessionId } from '../schemas/fields.ts';
import { CANCEL_RULES } from '../wire/request-rules.ts';
import { JSON_BODY } from '../wire/operation-row.ts';
import { ACCESS_TOKEN_ERRORS } from '../schemas/shared-errors.ts';
import { EXAMPLE_VALUES, exampleParameters, exampleUser } from './example-values.ts';
import { merchantCall, type Operation } from './operation.ts';

export const DEFAULT_CANCEL_REASON = 'user_cancel';

export const CancelRequest = Type.Object(
  {
    merchant_id: MerchantId,
    merchant_user_ref: MerchantUserRef,
    reason: Type.Optional(
      Type.String({
        ...CANCEL_RULES.reason.schema,
        default: DEFAULT_CANCEL_REASON,
        description: 'A non-sensitive code.',
      }),
    ),
  },
  { $id: 'CancelRequest' },
);

export const CancelResponse = Type.Object(
  { session_id: SessionId, status: Type.Literal('canceled', { description: 'Final.' }) },
  { $id: 'CancelResponse', description: 'A session that was canceled.' },
);
export type CancelResponse = Static<typeof CancelResponse>;

export const cancelSession: Operation = {
  ...merchantCall,
  summary: 'Cancel a session that a person has opened and not finished',
  method: 'POST',
  path: '/v1/sessions/{session_id}/cancel',
  scope: 'session:cancel',
  body: JSON_BODY,
  request: CancelRequest,
  response: CancelResponse,
  sharedErrors: [
    ...ACCESS_TOKEN_ERRORS,
    'merchant_user_ref_mismatch',
    'session_not_found',
    'session_finalized',
    'invalid_session_transition',
  ],
  example: {
    parameters: exampleParameters,
    body: { ...exampleUser, reason: 'order_withdrawn' },
    answer: { session_id: EXAMPLE_VALUES.sessionId, status: 'canceled' },
  },
};
