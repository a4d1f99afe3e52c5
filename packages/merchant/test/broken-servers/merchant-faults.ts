import { broken, type BrokenServer, nothing } from './broken-server.ts';
import { header, plainSteps, type Steps, withBody, withHeader } from './plain-server.ts';

const MERCHANT = 'x-service-merchant-id';

/** Takes a merchant id for its own by another rule. */
const ownBy = (isOwn: (id: string, own: string) => boolean): Pick<Steps, 'merchant' | 'binding'> => {
  const seen = (id: string, own: string): string => (isOwn(id, own) ? own : id);
  return {
    merchant: (call, state) =>
      plainSteps.merchant(withHeader(call, MERCHANT, seen(header(call, MERCHANT), state.merchantId)), state),
    binding: (call, state) =>
      plainSteps.binding(withBody(call, { merchant_id: seen(call.body!.merchant_id, state.merchantId) }), state),
  };
};
const WITHOUT_CASE = ownBy((id, own) => id.toLowerCase() === own.toLowerCase());

export const merchantFaults: readonly BrokenServer[] = [
  broken(
    'compares the merchant header with the body only, never with its own id',
    ['merchant.header', 'merchant.exactly', 'order.merchant_before_timestamp'],
    {
      merchant: nothing,
      binding: (call, state) => plainSteps.binding(call, { ...state, merchantId: header(call, MERCHANT) }),
    },
  ),
  broken('does not bind the body to its own merchant id', 'merchant.signed_for_another', {
    binding: (call, state) => plainSteps.binding(call, { ...state, merchantId: call.body!.merchant_id }),
  }),
  broken('takes any Idempotency-Key', ['merchant.idempotency_key', 'merchant.no_idempotency_key'], {
    binding: (call, state) =>
      plainSteps.binding(withHeader(call, 'idempotency-key', call.body!.enrollment_session_id), state),
  }),
  broken('looks at the merchant of a store only', 'merchant.header', {
    merchant: (call, state) => (call.endpoint === 'store' ? plainSteps.merchant(call, state) : undefined),
    binding: (call, state) =>
      plainSteps.binding(call, call.endpoint === 'store' ? state : { ...state, merchantId: header(call, MERCHANT) }),
  }),
  broken(
    'believes the body about the merchant and not the header',
    ['merchant.header_alone', 'merchant.exactly', 'order.merchant_before_timestamp'],
    { merchant: nothing },
  ),
  broken('compares merchant ids without case', 'merchant.exactly', WITHOUT_CASE),
  broken('compares the merchant id of the header without case', 'merchant.exactly', {
    merchant: WITHOUT_CASE.merchant,
  }),
  broken('compares the merchant id of the body without case', 'merchant.exactly', { binding: WITHOUT_CASE.binding }),
  broken(
    'takes an id that begins with its merchant id',
    'merchant.exactly',
    ownBy((id, own) => id.startsWith(own)),
  ),
  broken(
    'takes the beginning of its merchant id',
    'merchant.exactly',
    ownBy((id, own) => own.startsWith(id.slice(0, own.length - 1))),
  ),
];
