import { randomUUID } from 'node:crypto';
import { createServiceKey } from '../../testing/service-key.ts';
import { type Check, CheckFailure, rule } from '../check.ts';
import { accepted, forgedSignature, OTHER_MERCHANT, refusedWith4xx, refuses, refusesStore } from '../expectations.ts';
import type { Probe } from '../probe.ts';

const stale = (probe: Probe): string => new Date(probe.clock.now() - probe.toleranceMs - 60_000).toISOString();

async function usedNonce(probe: Probe): Promise<string> {
  const nonce = randomUUID();
  accepted(await probe.store(probe.storeBody(), { nonce }), 'the first store');
  return nonce;
}

/** Of two faults in one call, the earlier step decides the answer. */
export const orderChecks: readonly Check[] = [
  rule(
    'order.headers_first',
    'Missing headers are seen before an unknown key (steps 1, 2)',
    refusesStore('missing_signature', async () => ({
      key: await createServiceKey(),
      headers: { 'x-service-signature': undefined },
    })),
    { withoutTrust: 'any key id' },
  ),
  rule(
    'order.key_before_timestamp',
    'An unknown key is seen before a stale timestamp (steps 2, 4)',
    refusesStore('invalid_signature', async (probe) => ({ key: await createServiceKey(), timestamp: stale(probe) })),
    { withoutTrust: 'any key id' },
  ),
  rule(
    'order.merchant_before_timestamp',
    'Another merchant’s id is seen before a stale timestamp (steps 3, 4)',
    async (probe) => {
      const reply = await probe.store(probe.storeBody(), { merchantId: OTHER_MERCHANT, timestamp: stale(probe) });
      // The contract gives step 3 no code. Any other code shows that the timestamp was not checked first.
      if (reply.code === 'timestamp_out_of_range') throw new CheckFailure('the timestamp was seen first');
      refusedWith4xx(probe, reply, 'signature_mismatch');
    },
    { withoutTrust: 'published key id' },
  ),
  rule(
    'order.timestamp_before_nonce',
    'A stale timestamp is seen before a used nonce (steps 4, 5)',
    refusesStore('timestamp_out_of_range', async (probe) => ({
      nonce: await usedNonce(probe),
      timestamp: stale(probe),
    })),
  ),
  rule(
    'order.nonce_before_signature',
    'A used nonce is seen before a bad signature (steps 5, 8)',
    refusesStore('nonce_reused', async (probe) => ({ nonce: await usedNonce(probe), headers: forgedSignature() })),
  ),
  rule(
    'order.signature_before_body',
    'A bad signature is seen before a malformed body (steps 8, 9)',
    refuses('signature_mismatch', (probe) => probe.store('{"merchant_id":', { headers: forgedSignature() })),
    { withoutTrust: 'published key id' },
  ),
];
