import { randomUUID } from 'node:crypto';
import { LIMITS } from '@authly/contract/wire/limits';
import { advice, type Check, rule } from '../check.ts';
import { holdsNow, refused, refuses, stored } from '../expectations.ts';
import type { Probe } from '../probe.ts';

const CHARS = LIMITS.merchantUserRefChars;

/** References of other users that a careless comparison takes for `ref`. */
interface Lookalikes {
  readonly ref: string;
  readonly others: readonly string[];
}

const apart = (id: string, title: string, explanation: string, make: (unique: string) => Lookalikes): Check =>
  rule(`user_ref.${id}`, title, (probe) => staysApart(probe, make(`bio-check-${randomUUID()}`)), explanation);

async function staysApart(probe: Probe, { ref, others }: Lookalikes): Promise<void> {
  const one = await stored(probe, probe.storeBody({ merchant_user_ref: ref }));
  await holdsNow(probe, one, 'the user itself');
  for (const other of others)
    refused(
      await probe.lookup(probe.lookupBody(one, { merchant_user_ref: other })),
      'bio_enrollment_not_found',
      'a lookup of another user whose reference only looks alike',
    );
  const another = await stored(probe, probe.storeBody({ merchant_user_ref: others[0]! }));
  await holdsNow(probe, one, 'after the other user was stored');
  await holdsNow(probe, another, 'the other user');
}

const padded = (unique: string, last: string): string => unique + '👍'.repeat(CHARS - unique.length - 1) + last;

/** `merchant_user_ref` is opaque: references are equal only if every character is. */
export const userRefChecks: readonly Check[] = [
  apart(
    'case',
    'User references that differ in case are different users',
    'Many databases compare text without case unless told otherwise (MySQL’s default collation, citext): one person’s finger then answers for another. Give the column a binary or case-sensitive collation, and fold nothing in code.',
    (unique) => ({ ref: `${unique}-Ab`, others: [`${unique}-aB`] }),
  ),
  apart(
    'spaces',
    'User references that differ in spaces are different users',
    'Trimming, or a column type that ignores spaces at the end (CHAR, MySQL’s padded collations), makes one user of two. Keep and compare references as they come.',
    (unique) => ({ ref: `${unique} a `, others: [`${unique} a`, ` ${unique} a `, `${unique}  a `] }),
  ),
  apart(
    'unicode',
    'User references that differ in Unicode normalization are different users',
    'Normalizing (NFC, NFKC), or a collation that ignores accents, makes one user of two. Compare the characters as they come.',
    (unique) => ({
      ref: `${unique}-é한①`,
      others: [`${unique}-${'é한'.normalize('NFD')}①`, `${unique}-é한1`, `${unique}-e한①`, `${unique}-é한\u200B①`],
    }),
  ),
  apart(
    'length',
    `User references of ${CHARS} characters are compared to the last of them`,
    `A reference has up to ${CHARS} characters of any script, up to ${(4 * CHARS).toLocaleString('en')} bytes. A shorter column cuts it or fails, and cut references make one user of many.`,
    (unique) => ({ ref: padded(unique, '👍'), others: [padded(unique, '👎')] }),
  ),
  advice(
    'user_ref.too_long',
    `400 invalid_request for a user reference of ${CHARS + 1} characters`,
    refuses('invalid_request', (probe) =>
      probe.store(probe.storeBody({ merchant_user_ref: `bio-check-${randomUUID()}`.padEnd(CHARS + 1, '-') })),
    ),
    'The service never sends one. A column that cuts it makes one user of many: refuse it before it gets there.',
  ),
  apart(
    'wildcard',
    'A user reference with wildcards of SQL or an escape finds nobody else',
    'A lookup by LIKE takes % and _ for any text. Compare with =, pass the reference as a parameter, and decode nothing in it.',
    (unique) => ({
      ref: `${unique}A`,
      others: [`${unique.slice(0, -4)}%`, `${unique}_`, `${unique}%41`],
    }),
  ),
];
