import { randomBytes, randomUUID } from 'node:crypto';
import { createServiceKey } from '../../testing/service-key.ts';
import type { Check } from '../check.ts';
import { accepted, refused } from '../expectations.ts';
import type { Probe } from '../probe.ts';

const stale = (probe: Probe): string => new Date(probe.clock.now() - probe.toleranceMs - 60_000).toISOString();
const badSignature = () => ({ 'x-service-signature': `v2=${randomBytes(64).toString('base64')}` });

/** The contract numbers the steps: of two faults in one call, the earlier step decides the answer. */
export const orderChecks: readonly Check[] = [
  {
    id: 'order.headers_first',
    title: 'Missing headers are seen before an unknown key (steps 1, 2)',
    askedBy: 'contract',
    withoutTrust: 'any key id',
    async run(probe) {
      const key = await createServiceKey();
      refused(
        await probe.store(probe.storeBody(), { key, headers: { 'x-service-signature': undefined } }),
        'missing_signature',
        'no signature and an unknown key',
      );
    },
  },
  {
    id: 'order.key_before_timestamp',
    title: 'An unknown key is seen before a stale timestamp (steps 2, 4)',
    askedBy: 'contract',
    withoutTrust: 'any key id',
    async run(probe) {
      refused(
        await probe.store(probe.storeBody(), { key: await createServiceKey(), timestamp: stale(probe) }),
        'invalid_signature',
        'an unknown key and a stale timestamp',
      );
    },
  },
  {
    id: 'order.timestamp_before_nonce',
    title: 'A stale timestamp is seen before a used nonce (steps 4, 5)',
    askedBy: 'contract',
    async run(probe) {
      const nonce = randomUUID();
      accepted(await probe.store(probe.storeBody(), { nonce }), 'the first store');
      refused(
        await probe.store(probe.storeBody(), { nonce, timestamp: stale(probe) }),
        'timestamp_out_of_range',
        'a stale timestamp and a used nonce',
      );
    },
  },
  {
    id: 'order.nonce_before_signature',
    title: 'A used nonce is seen before a bad signature (steps 5, 8)',
    askedBy: 'contract',
    async run(probe) {
      const nonce = randomUUID();
      accepted(await probe.store(probe.storeBody(), { nonce }), 'the first store');
      refused(
        await probe.store(probe.storeBody(), { nonce, headers: badSignature() }),
        'nonce_reused',
        'a used nonce and a bad signature',
      );
    },
  },
  {
    id: 'order.signature_before_body',
    title: 'A bad signature is seen before a malformed body (steps 8, 9)',
    askedBy: 'contract',
    withoutTrust: 'published key id',
    run: async (probe) =>
      refused(
        await probe.store('{"merchant_id":', { headers: badSignature() }),
        'signature_mismatch',
        'a bad signature and a malformed body',
      ),
  },
];
