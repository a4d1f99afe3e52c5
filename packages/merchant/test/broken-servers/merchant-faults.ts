import { broken, type BrokenServer, nothing } from './broken-server.ts';
import { type Call, header, plainSteps, type State } from './plain-server.ts';

export const merchantFaults: readonly BrokenServer[] = [
  broken(
    'compares the merchant header with the body only, never with its own id',
    ['merchant.header', 'merchant.exactly', 'order.merchant_before_timestamp'],
    {
      merchant: nothing,
      binding: (call, state) =>
        plainSteps.binding(call, { ...state, merchantId: header(call, 'x-service-merchant-id') }),
    },
  ),
  broken('does not bind the body to its own merchant id', 'merchant.signed_for_another', {
    binding: (call, state) => plainSteps.binding(call, { ...state, merchantId: call.body!.merchant_id }),
  }),
  broken('takes any Idempotency-Key', ['merchant.idempotency_key', 'merchant.no_idempotency_key'], {
    binding: (call, state) =>
      plainSteps.binding(
        { ...call, headers: { ...call.headers, 'idempotency-key': call.body!.enrollment_session_id } },
        state,
      ),
  }),
  broken('looks at the merchant of a store only', 'merchant.header', {
    merchant: (call, state) => (call.endpoint === 'store' ? plainSteps.merchant(call, state) : undefined),
    binding: (call, state) =>
      plainSteps.binding(
        call,
        call.endpoint === 'store' ? state : { ...state, merchantId: header(call, 'x-service-merchant-id') },
      ),
  }),
  broken(
    'believes the body about the merchant and not the header',
    ['merchant.header_alone', 'merchant.exactly', 'order.merchant_before_timestamp'],
    { merchant: nothing },
  ),
  broken('compares merchant ids without case', 'merchant.exactly', {
    merchant: (call, state) => plainSteps.merchant(inLowerCase(call), inLowerCase(state)),
    binding: (call, state) => plainSteps.binding(inLowerCase(call), inLowerCase(state)),
  }),
  broken('compares the merchant id of the header without case', 'merchant.exactly', {
    merchant: (call, state) => plainSteps.merchant(inLowerCase(call), inLowerCase(state)),
  }),
];

function inLowerCase<Part extends Partial<Call> & Partial<State>>(part: Part): Part {
  const id = part.headers?.['x-service-merchant-id'];
  return {
    ...part,
    ...(part.merchantId !== undefined && { merchantId: part.merchantId.toLowerCase() }),
    ...(part.headers && { headers: { ...part.headers, 'x-service-merchant-id': String(id).toLowerCase() } }),
    ...(part.body && { body: { ...part.body, merchant_id: part.body.merchant_id.toLowerCase() } }),
  };
}
