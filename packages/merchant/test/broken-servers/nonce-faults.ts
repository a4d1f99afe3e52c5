import { randomUUID } from 'node:crypto';
import { type BrokenServer, nothing } from './broken-server.ts';
import { type Call, header, plainSteps } from './plain-server.ts';

const scopedNonce = (call: Call): Call => ({
  ...call,
  headers: { ...call.headers, 'x-service-nonce': `${call.endpoint} ${header(call, 'x-service-nonce')}` },
});

export const nonceFaults: readonly BrokenServer[] = [
  {
    fault: 'forgets every nonce',
    steps: { claimNonce: nothing },
    caughtBy: 'nonce.replayed_store',
    alsoTrips: [
      'nonce.replayed_lookup',
      'nonce.across_endpoints',
      'nonce.remembered',
      'nonce.claimed_once',
      'long.nonce',
      'order.nonce_before_signature',
    ],
  },
  {
    fault: 'remembers nonces of stores only',
    steps: {
      claimNonce: (call, state) => (call.endpoint === 'store' ? plainSteps.claimNonce(call, state) : undefined),
    },
    caughtBy: 'nonce.replayed_lookup',
    alsoTrips: ['nonce.claimed_once'],
  },
  {
    fault: 'keeps nonces by endpoint',
    steps: {
      nonceUnused: (call, state) => plainSteps.nonceUnused(scopedNonce(call), state),
      claimNonce: (call, state) => plainSteps.claimNonce(scopedNonce(call), state),
    },
    caughtBy: 'nonce.across_endpoints',
  },
  {
    fault: 'claims the nonce before the signature holds',
    steps: { nonceUnused: (call, state) => void plainSteps.claimNonce(call, state), claimNonce: nothing },
    caughtBy: 'nonce.not_burned',
  },
  {
    fault: 'looks a nonce up and remembers it in two steps',
    steps: {
      claimNonce: async (call, { nonces }) => {
        // A round trip to the nonce store, so that the copies overtake each other.
        if (call.endpoint === 'lookup') await new Promise((resolve) => setTimeout(resolve, 50));
        nonces.add(header(call, 'x-service-nonce'));
      },
    },
    caughtBy: 'nonce.claimed_once',
  },
  {
    fault: 'takes any text as a nonce',
    steps: {
      headers: (call) =>
        plainSteps.headers({
          ...call,
          headers: { ...call.headers, 'x-service-nonce': header(call, 'x-service-nonce') === '' ? '' : randomUUID() },
        }),
    },
    caughtBy: 'nonce.form',
  },
  {
    fault: 'looks at the signature before the nonce',
    steps: { nonceUnused: nothing },
    caughtBy: 'order.nonce_before_signature',
  },
];
