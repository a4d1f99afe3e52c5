import { SIGNATURE_HEADERS } from '@authly/contract/bio/canonical-request';
import { type Check, rule } from '../check.ts';
import { refused, refusedWith4xx, refuses } from '../expectations.ts';

/** Step 1. The contract names a code for the signature header only; for the others it is advice. */
export const headerChecks: readonly Check[] = [
  ...Object.values(SIGNATURE_HEADERS).map((header) =>
    rule(
      `headers.${header.replace('x-service-', '').replaceAll('-', '_')}`,
      `401 missing_signature without ${header}`,
      async (probe) => {
        const reply = await probe.store(probe.storeBody(), { headers: { [header]: undefined } });
        if (header === SIGNATURE_HEADERS.signature) refused(reply, 'missing_signature');
        else refusedWith4xx(probe, reply, 'missing_signature');
      },
      { withoutTrust: 'any key id' },
    ),
  ),
  rule(
    'headers.none',
    '401 missing_signature without any of the signature headers',
    refuses('missing_signature', (probe) => {
      const headers = Object.fromEntries(Object.values(SIGNATURE_HEADERS).map((header) => [header, undefined]));
      return probe.lookup(probe.lookupBody(probe.storeBody()), { headers });
    }),
    { withoutTrust: 'any key id' },
  ),
];
