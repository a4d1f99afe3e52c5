import { randomUUID } from 'node:crypto';
import { advice, type Check, rule } from '../check.ts';
import {
  OTHER_MERCHANT as OTHER,
  refusedWith4xx,
  refuses,
  refusesBoth,
  refuses4xxBoth,
  withOtherCase,
} from '../expectations.ts';
import type { CallChanges } from '../probe.ts';

const MISMATCH = 'signature_mismatch';
const storeRefused = (changes: CallChanges) => refuses(MISMATCH, (probe) => probe.store(probe.storeBody(), changes));

/** Step 3 and the binding rule: one key signs for all merchants, so the signature does not name the merchant. */
export const merchantChecks: readonly Check[] = [
  rule(
    'merchant.header',
    'A call whose X-Service-Merchant-Id is another merchant is refused',
    refuses4xxBoth(MISMATCH, { merchantId: OTHER, fields: { merchant_id: OTHER } }),
    { withoutTrust: 'published key id' },
  ),
  rule(
    'merchant.header_alone',
    'A call whose X-Service-Merchant-Id is another merchant is refused also where its body names you',
    refuses4xxBoth(MISMATCH, { merchantId: OTHER }),
    'Step 3 compares the header with your own merchant id, whatever the body says later.',
  ),
  rule(
    'merchant.exactly',
    'A call for a merchant whose id differs from yours only in case or at its end is refused',
    async ({ merchantId, ...probe }) => {
      const others = [withOtherCase(merchantId), `${merchantId}x`, merchantId.slice(0, -1)];
      for (const other of others.filter((id) => id !== merchantId))
        for (const [id, header] of [
          [other, other],
          [merchantId, other],
          [other, merchantId],
        ] as const) {
          const reply = await probe.store(probe.storeBody({ merchant_id: id }), { merchantId: header });
          refusedWith4xx(
            { merchantId, ...probe },
            reply,
            MISMATCH,
            'a store with an id that is nearly your merchant id',
          );
        }
    },
    'Merchant ids are compared to the character: another spelling is another merchant.',
  ),
  advice(
    'merchant.signed_for_another',
    '401 signature_mismatch for a call signed for another merchant and sent here under our id',
    refusesBoth(MISMATCH, { fields: { merchant_id: OTHER } }),
  ),
  advice(
    'merchant.idempotency_key',
    '401 signature_mismatch when Idempotency-Key is not the signed enrollment_session_id',
    storeRefused({ headers: { 'idempotency-key': `ses_bio-check-${randomUUID()}` } }),
  ),
  advice(
    'merchant.no_idempotency_key',
    '401 signature_mismatch for a store without Idempotency-Key',
    storeRefused({ headers: { 'idempotency-key': undefined } }),
  ),
];
