import { randomUUID } from 'node:crypto';
import { createServiceKey } from '../../testing/service-key.ts';
import { type Check, rule } from '../check.ts';
import { accepted, forgedSignature, refuses } from '../expectations.ts';
import type { Probe } from '../probe.ts';

const stale = (probe: Probe): string => new Date(probe.clock.now() - probe.toleranceMs - 60_000).toISOString();

async function usedNonce(probe: Probe): Promise<string> {
  const nonce = randomUUID();
  accepted(await probe.store(probe.storeBody(), { nonce }), 'the first store');
  return nonce;
}

/** The contract numbers the steps: of two faults in one call, the earlier step decides the answer. */
export const orderChecks: readonly Check[] = [
  rule(
    'order.headers_first',
    'Missing headers are seen before an unknown key (steps 1, 2)',
    refuses('missing_signature', 'no signature and an unknown key', async (probe) =>
      probe.store(probe.storeBody(), {
        key: await createServiceKey(),
        headers: { 'x-service-signature': undefined },
      }),
    ),
    { withoutTrust: 'any key id' },
  ),
  rule(
    'order.key_before_timestamp',
    'An unknown key is seen before a stale timestamp (steps 2, 4)',
    refuses('invalid_signature', 'an unknown key and a stale timestamp', async (probe) =>
      probe.store(probe.storeBody(), { key: await createServiceKey(), timestamp: stale(probe) }),
    ),
    { withoutTrust: 'any key id' },
  ),
  rule(
    'order.timestamp_before_nonce',
    'A stale timestamp is seen before a used nonce (steps 4, 5)',
    refuses('timestamp_out_of_range', 'a stale timestamp and a used nonce', async (probe) =>
      probe.store(probe.storeBody(), { nonce: await usedNonce(probe), timestamp: stale(probe) }),
    ),
  ),
  rule(
    'order.nonce_before_signature',
    'A used nonce is seen before a bad signature (steps 5, 8)',
    refuses('nonce_reused', 'a used nonce and a bad signature', async (probe) =>
      probe.store(probe.storeBody(), { nonce: await usedNonce(probe), headers: forgedSignature() }),
    ),
  ),
  rule(
    'order.signature_before_body',
    'A bad signature is seen before a malformed body (steps 8, 9)',
    refuses('signature_mismatch', 'a bad signature and a malformed body', (probe) =>
      probe.store('{"merchant_id":', { headers: forgedSignature() }),
    ),
    { withoutTrust: 'published key id' },
  ),
];
