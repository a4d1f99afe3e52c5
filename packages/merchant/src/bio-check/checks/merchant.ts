import { randomUUID } from 'node:crypto';
import type { Check } from '../check.ts';
import { refused, refusedWith4xx, stored } from '../expectations.ts';

const OTHER = 'mrc_bio-check-other';

/** Step 3, and the binding rule: one global key signs for all merchants, so the signature alone does not say for whom. */
export const merchantChecks: readonly Check[] = [
  {
    id: 'merchant.header',
    title: 'A call whose X-Service-Merchant-Id is another merchant is refused',
    askedBy: 'contract',
    async run(probe) {
      refusedWith4xx(
        probe,
        await probe.store(probe.storeBody({ merchant_id: OTHER }), { merchantId: OTHER }),
        'a store for another merchant',
        'signature_mismatch',
      );
    },
  },
  {
    id: 'merchant.signed_for_another',
    title: '401 signature_mismatch for a store signed for another merchant and sent here under our id',
    askedBy: 'advice',
    async run(probe) {
      refused(
        await probe.store(probe.storeBody({ merchant_id: OTHER })),
        'signature_mismatch',
        'a store whose signed body names another merchant',
      );
    },
  },
  {
    id: 'merchant.lookup_signed_for_another',
    title: '401 signature_mismatch for a lookup signed for another merchant and sent here under our id',
    askedBy: 'advice',
    async run(probe) {
      const body = await stored(probe, probe.storeBody());
      refused(
        await probe.lookup(probe.lookupBody(body, { merchant_id: OTHER })),
        'signature_mismatch',
        'a lookup whose signed body names another merchant',
      );
    },
  },
  {
    id: 'merchant.idempotency_key',
    title: '401 signature_mismatch when Idempotency-Key is not the signed enrollment_session_id',
    askedBy: 'advice',
    async run(probe) {
      refused(
        await probe.store(probe.storeBody(), { headers: { 'idempotency-key': `ses_bio-check-${randomUUID()}` } }),
        'signature_mismatch',
        'a store under another key',
      );
    },
  },
  {
    id: 'merchant.no_idempotency_key',
    title: '401 signature_mismatch for a store without Idempotency-Key',
    askedBy: 'advice',
    async run(probe) {
      refused(
        await probe.store(probe.storeBody(), { headers: { 'idempotency-key': undefined } }),
        'signature_mismatch',
        'a store without Idempotency-Key',
      );
    },
  },
];
