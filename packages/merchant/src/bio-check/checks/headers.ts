import { SIGNATURE_HEADERS } from '@authly/contract/wire/bio/canonical-request';
import { type Check, rule } from '../check.ts';
import { refusesBoth, refuses4xxBoth } from '../expectations.ts';

const MISSING = 'missing_signature';

/** Step 1. The contract names a code for the signature header only; for the others it is advice. */
export const headerChecks: readonly Check[] = Object.values(SIGNATURE_HEADERS).map((header) => {
  const expected = header === SIGNATURE_HEADERS.signature ? refusesBoth : refuses4xxBoth;
  return rule(
    `headers.${header.replace('x-service-', '').replaceAll('-', '_')}`,
    `401 missing_signature without ${header}, or with an empty one`,
    expected(MISSING, { headers: { [header]: undefined } }, { headers: { [header]: '' } }),
    { withoutTrust: 'any key id' },
  );
});
