import { randomBytes } from 'node:crypto';
import { type Check, CheckFailure, rule } from '../check.ts';
import { accepted, eventuallyAccepted, holdsNow, refused, refuses, stored } from '../expectations.ts';
import { lookupReplyFaults, storeReplyFaults } from '../reply-tables.ts';
import { overwriteChecks } from './overwrite.ts';

const KEPT_MS = 2_000;

export const goodChecks: readonly Check[] = [
  // The server has never seen this key, and its key list may be in its cooldown.
  rule(
    'store.accepted',
    'A signed store is accepted with 200',
    (probe) => eventuallyAccepted(probe, probe.signingKey, 'a good store'),
    { gate: true },
  ),
  rule(
    'lookup.accepted',
    'A signed lookup returns what was stored',
    async (probe) => holdsNow(probe, await stored(probe), 'after a good store'),
    { gate: true },
  ),
  rule(
    'store.reply',
    'The store answer keeps to its table: stored true, returned fields equal to the request',
    async (probe) => {
      const body = probe.storeBody();
      noFaults(storeReplyFaults((await probe.store(body)).json, body));
    },
  ),
  rule(
    'lookup.reply',
    'The lookup answer keeps to its table: found true, features and enc_key, returned fields equal to the request',
    async (probe) => {
      const request = probe.lookupBody(await stored(probe));
      noFaults(lookupReplyFaults((await probe.lookup(request)).json, request));
    },
  ),
  rule('lookup.minimum', 'A lookup returns the data of the requested user and finger alone', async (probe) => {
    const asked = await stored(probe);
    const otherFinger = await stored(
      probe,
      probe.storeBody({ merchant_user_ref: asked.merchant_user_ref }, { finger: 'LM' }),
    );
    const otherUser = await stored(probe);
    const { text } = await probe.lookup(probe.lookupBody(asked));
    for (const other of [otherFinger, otherUser]) {
      const leaked = [other.payload.features, other.payload.enc_key].some(
        (value) => text.includes(value) || text.includes(JSON.stringify(value)),
      );
      if (leaked) throw new CheckFailure('the answer also holds the data of another finger or user');
    }
  }),
  rule(
    'lookup.not_found_user',
    '404 bio_enrollment_not_found for a user without enrollment',
    refuses('bio_enrollment_not_found', (probe) => probe.lookup(probe.lookupBody(probe.storeBody()))),
  ),
  rule(
    'lookup.not_found_finger',
    '404 bio_enrollment_not_found for a finger that the user has not enrolled',
    refuses('bio_enrollment_not_found', async (probe) =>
      probe.lookup(probe.lookupBody(await stored(probe), { payload: { finger: 'LI' } })),
    ),
  ),
  rule(
    'lookup.finger_exactly',
    'Each finger of a user has its own data, and one that is not enrolled has none, whatever the hand',
    async (probe) => {
      const index = await stored(probe);
      const { merchant_user_ref } = index;
      for (const finger of ['RM', 'LM'] as const)
        refused(
          await probe.lookup(probe.lookupBody(index, { payload: { finger } })),
          'bio_enrollment_not_found',
          `a lookup of ${finger} where only RI is enrolled`,
        );
      const middle = await stored(probe, probe.storeBody({ merchant_user_ref }, { finger: 'RM' }));
      await holdsNow(probe, index, 'RI, after RM was stored too');
      await holdsNow(probe, middle, 'RM, next to RI');
    },
    'A lookup that falls back to another finger of the user compares a person with the wrong finger. File enrollments by user and finger, and answer 404 for a finger that is not there.',
  ),
  ...overwriteChecks,
  rule(
    'store.kept',
    'An enrollment is still there at the end of the run',
    async (probe) => {
      const body = await stored(probe);
      return { afterMs: KEPT_MS, look: () => holdsNow(probe, body, 'at the end of the run') };
    },
    'A store that expires its entries, such as a cache or Redis with a time to live, forgets people who enrolled. Keep enrollments until they are overwritten or erased.',
  ),
  rule('store.every_finger', 'LI, LM, RI and RM are all accepted', async (probe) => {
    for (const finger of ['LI', 'LM', 'RI', 'RM'] as const)
      accepted(await probe.store(probe.storeBody({}, { finger })), `a store for ${finger}`);
  }),
  rule(
    'store.features_whole',
    'Features of more than 65,535 characters are stored and returned whole',
    async (probe) => {
      const body = probe.storeBody({}, { features: randomBytes(51_000).toString('base64') });
      await holdsNow(probe, await stored(probe, body), 'after a store with long features');
    },
    'A column that holds 65,535 bytes cuts what is longer, some without an error (MySQL’s TEXT is one): the enrollment is stored and never matches. Use a larger column for features.',
  ),
];

function noFaults(faults: readonly string[]): void {
  if (faults.length > 0) throw new CheckFailure(faults.join('; '));
}
