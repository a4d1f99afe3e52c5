import { type BrokenServer, nothing } from './broken-server.ts';
import { type Call, header, plainSteps, type State } from './plain-server.ts';

export const merchantFaults: readonly BrokenServer[] = [
  {
    fault: 'compares the merchant header with the body only, never with its own id',
    steps: {
      merchant: nothing,
      binding: (call, state) =>
        plainSteps.binding(call, { ...state, merchantId: header(call, 'x-service-merchant-id') }),
    },
    caughtBy: 'merchant.header',
    alsoTrips: ['merchant.exactly', 'order.merchant_before_timestamp'],
  },
  {
    fault: 'does not bind the body to its own merchant id',
    steps: { binding: (call, state) => plainSteps.binding(call, { ...state, merchantId: call.body!.merchant_id }) },
    caughtBy: 'merchant.signed_for_another',
  },
  {
    fault: 'takes any Idempotency-Key',
    steps: {
      binding: (call, state) =>
        plainSteps.binding(
          { ...call, headers: { ...call.headers, 'idempotency-key': call.body!.enrollment_session_id } },
          state,
        ),
    },
    caughtBy: 'merchant.idempotency_key',
    alsoTrips: ['merchant.no_idempotency_key'],
  },
  {
    fault: 'looks at the merchant of a store only',
    steps: {
      merchant: (call, state) => (call.endpoint === 'store' ? plainSteps.merchant(call, state) : undefined),
      binding: (call, state) =>
        plainSteps.binding(
          call,
          call.endpoint === 'store' ? state : { ...state, merchantId: header(call, 'x-service-merchant-id') },
        ),
    },
    caughtBy: 'merchant.header',
  },
  {
    fault: 'believes the body about the merchant and not the header',
    steps: { merchant: nothing },
    caughtBy: 'merchant.header_alone',
    alsoTrips: ['merchant.exactly', 'order.merchant_before_timestamp'],
  },
  {
    fault: 'compares merchant ids without case',
    steps: {
      merchant: (call, state) => plainSteps.merchant(inLowerCase(call), inLowerCase(state)),
      binding: (call, state) => plainSteps.binding(inLowerCase(call), inLowerCase(state)),
    },
    caughtBy: 'merchant.exactly',
  },
  {
    fault: 'compares the merchant id of the header without case',
    steps: { merchant: (call, state) => plainSteps.merchant(inLowerCase(call), inLowerCase(state)) },
    caughtBy: 'merchant.exactly',
  },
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
