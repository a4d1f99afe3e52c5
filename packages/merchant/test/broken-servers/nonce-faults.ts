import { randomUUID } from 'node:crypto';
import { broken, type BrokenServer, nothing } from './broken-server.ts';
import { header, plainSteps, withHeader } from './plain-server.ts';

const NONCE = 'x-service-nonce';

export const nonceFaults: readonly BrokenServer[] = [
  broken('remembers nonces of stores only', 'nonce.replayed_lookup', {
    claimNonce: (call, state) => (call.endpoint === 'store' ? plainSteps.claimNonce(call, state) : undefined),
  }),
  broken('claims the nonce before the signature holds', 'nonce.not_burned', {
    nonceUnused: (call, state) => void plainSteps.claimNonce(call, state),
    claimNonce: nothing,
  }),
  broken('looks a nonce up and remembers it in two steps', 'nonce.claimed_once', {
    claimNonce: async (call, { nonces }) => {
      // A round trip to the nonce store, so that the copies overtake each other.
      if (call.endpoint === 'lookup') await new Promise((resolve) => setTimeout(resolve, 50));
      nonces.add(header(call, 'x-service-nonce'));
    },
  }),
  broken('takes any text as a nonce', 'nonce.form', {
    headers: (call) => plainSteps.headers(header(call, NONCE) === '' ? call : withHeader(call, NONCE, randomUUID())),
  }),
  broken('looks at the signature before the nonce', 'order.nonce_before_signature', { nonceUnused: nothing }),
];
