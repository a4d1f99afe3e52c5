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
    withoutTrust: 'published key id',
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
    id: 'merchant.lookup_header',
    title: 'A lookup whose X-Service-Merchant-Id is another merchant is refused',
    askedBy: 'contract',
    explanation:
      'One key signs for all merchants: a lookup that was signed for another merchant must not read your users’ data. Check the merchant id on both calls.',
    async run(probe) {
      const body = await stored(probe, probe.storeBody());
      refusedWith4xx(
        probe,
        await probe.lookup(probe.lookupBody(body, { merchant_id: OTHER }), { merchantId: OTHER }),
        'a lookup for another merchant',
        'signature_mismatch',
      );
    },
  },
  {
    id: 'merchant.header_alone',
    title: 'A call whose X-Service-Merchant-Id is another merchant is refused also where its body names you',
    askedBy: 'contract',
    explanation: 'Step 3 compares the header with your own merchant id, whatever the body says later.',
    run: async (probe) =>
      refusedWith4xx(
        probe,
        await probe.store(probe.storeBody(), { merchantId: OTHER }),
        'a store whose header names another merchant',
        'signature_mismatch',
      ),
  },
  {
    id: 'merchant.exactly',
    title: 'A call for a merchant whose id differs from yours only in case is refused',
    askedBy: 'contract',
    explanation: 'Merchant ids are compared to the character: another spelling is another merchant.',
    async run(probe) {
      const other = withOtherCase(probe.merchantId);
      if (other === probe.merchantId) return;
      for (const [body, where] of [
        [probe.storeBody({ merchant_id: other }), 'in header and body'],
        [probe.storeBody(), 'in the header'],
      ] as const)
        refusedWith4xx(
          probe,
          await probe.store(body, { merchantId: other }),
          `a store with your merchant id in other case ${where}`,
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

const withOtherCase = (id: string): string => (id === id.toUpperCase() ? id.toLowerCase() : id.toUpperCase());
