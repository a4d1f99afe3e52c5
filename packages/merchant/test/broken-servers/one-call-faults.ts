import { broken, type BrokenServer } from './broken-server.ts';
import { type Call, plainSteps, type State, type Steps } from './plain-server.ts';

type Step = 'headers' | 'merchant' | 'timestamp' | 'nonceUnused' | 'bodyHash' | 'signature' | 'fields' | 'binding';

const CAUGHT_BY = {
  headers: ['headers.signature', 'headers.signature'],
  merchant: ['merchant.header_alone', 'merchant.header_alone'],
  timestamp: ['timestamp.stale', 'timestamp.stale'],
  nonceUnused: ['order.nonce_before_signature', 'order.nonce_before_signature'],
  bodyHash: ['body.tampered', 'body.tampered'],
  signature: ['signature.forged', 'signature.forged'],
  fields: ['fields.store.without_captured_at', 'fields.lookup.without_verification_session_id'],
  binding: ['merchant.signed_for_another', 'merchant.signed_for_another'],
} as const satisfies Record<Step, readonly [onLookupsOnly: string, onStoresOnly: string]>;

const onlyOn = (endpoint: Call['endpoint'], step: Step): Partial<Steps> => ({
  [step]: (call: Call, state: State) => {
    if (call.endpoint === endpoint) plainSteps[step](call, state);
  },
});

/** "The service signs each call": every step is taken on both calls. */
export const oneCallFaults: readonly BrokenServer[] = (Object.keys(CAUGHT_BY) as Step[]).flatMap((step) => [
  broken(`takes the step ${step} on lookups only`, CAUGHT_BY[step][0], onlyOn('lookup', step)),
  broken(`takes the step ${step} on stores only`, CAUGHT_BY[step][1], onlyOn('store', step)),
]);
