import { SIGNATURE_HEADERS } from '@authly/contract/bio/canonical-request';
import type { Check } from '../check.ts';
import { refused, refusedWith4xx } from '../expectations.ts';

/** Step 1: required headers are present. The contract names the code for the signature itself; advice for all six. */
export const headerChecks: readonly Check[] = [
  ...Object.values(SIGNATURE_HEADERS).map(
    (header): Check => ({
      id: `headers.${header.replace('x-service-', '').replaceAll('-', '_')}`,
      title: `401 missing_signature without ${header}`,
      askedBy: 'contract',
      withoutTrust: 'any key id',
      async run(probe) {
        const reply = await probe.store(probe.storeBody(), { headers: { [header]: undefined } });
        if (header === SIGNATURE_HEADERS.signature) refused(reply, 'missing_signature', `a store without ${header}`);
        else refusedWith4xx(probe, reply, `a store without ${header}`, 'missing_signature');
      },
    }),
  ),
  {
    id: 'headers.none',
    title: '401 missing_signature without any of the signature headers',
    askedBy: 'contract',
    withoutTrust: 'any key id',
    async run(probe) {
      const none = Object.fromEntries(Object.values(SIGNATURE_HEADERS).map((header) => [header, undefined]));
      refused(
        await probe.lookup(probe.lookupBody(probe.storeBody()), { headers: none }),
        'missing_signature',
        'a lookup without signature headers',
      );
    },
  },
];
