import { type BrokenServer, nothing } from './broken-server.ts';
import { header, plainSteps } from './plain-server.ts';

export const merchantFaults: readonly BrokenServer[] = [
  {
    fault: 'compares the merchant header with the body only, never with its own id',
    steps: {
      merchant: nothing,
      binding: (call, state) =>
        plainSteps.binding(call, { ...state, merchantId: header(call, 'x-service-merchant-id') }),
    },
    caughtBy: 'merchant.header',
  },
  {
    fault: 'does not bind the body to its own merchant id',
    steps: { binding: (call, state) => plainSteps.binding(call, { ...state, merchantId: call.body!.merchant_id }) },
    caughtBy: 'merchant.signed_for_another',
    alsoTrips: ['merchant.lookup_signed_for_another'],
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
];
