import { Type, type Static } from 'typebox';
import { LIMITS } from './limits.ts';
import { MerchantId, MerchantUserRef, SessionId } from './session.ts';

export const DEFAULT_CANCEL_REASON = 'user_cancel';

export const CancelRequest = Type.Object(
  {
    merchant_id: MerchantId,
    merchant_user_ref: MerchantUserRef,
    reason: Type.Optional(
      Type.String({
        maxLength: LIMITS.cancelReasonChars,
        default: DEFAULT_CANCEL_REASON,
        description: 'A non-sensitive code.',
      }),
    ),
  },
  { $id: 'CancelRequest' },
);
export type CancelRequest = Static<typeof CancelRequest>;

export const CancelResponse = Type.Object(
  { session_id: SessionId, status: Type.Literal('canceled') },
  { $id: 'CancelResponse' },
);
export type CancelResponse = Static<typeof CancelResponse>;
