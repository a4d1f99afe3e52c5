import { randomBytes } from 'node:crypto';
import { CheckFailure, type Check } from '../check.ts';
import { accepted, holdsNow, refused, stored } from '../expectations.ts';
import { eventuallyAccepted } from '../eventually-accepted.ts';
import { lookupReplyFaults, storeReplyFaults } from '../reply-tables.ts';
import { overwriteChecks } from './overwrite.ts';

/** What the service does all day: store, overwrite, look up, find nothing. */
export const goodChecks: readonly Check[] = [
  {
    id: 'store.accepted',
    title: 'A signed store is accepted with 200',
    askedBy: 'contract',
    gate: true,
    // The run brings a key that the server has never seen: its key list may be cooling down.
    run: (probe) => eventuallyAccepted(probe, probe.signingKey, 'a good store'),
  },
  {
    id: 'lookup.accepted',
    title: 'A signed lookup returns what was stored',
    askedBy: 'contract',
    gate: true,
    run: async (probe) => holdsNow(probe, await stored(probe, probe.storeBody()), 'after a good store'),
  },
  {
    id: 'store.reply',
    title: 'The store answer keeps to its table: stored true, returned fields equal to the request',
    askedBy: 'contract',
    async run(probe) {
      const body = probe.storeBody();
      noFaults(storeReplyFaults((await probe.store(body)).json, body));
    },
  },
  {
    id: 'lookup.reply',
    title:
      'The lookup answer keeps to its table: found true, features and enc_key, returned fields equal to the request',
    askedBy: 'contract',
    async run(probe) {
      const request = probe.lookupBody(await stored(probe, probe.storeBody()));
      noFaults(lookupReplyFaults((await probe.lookup(request)).json, request));
    },
  },
  {
    id: 'lookup.minimum',
    title: 'A lookup returns the data of the requested user and finger alone',
    askedBy: 'contract',
    async run(probe) {
      const asked = await stored(probe, probe.storeBody());
      const otherFinger = await stored(
        probe,
        probe.storeBody({ merchant_user_ref: asked.merchant_user_ref }, { finger: 'LM' }),
      );
      const otherUser = await stored(probe, probe.storeBody());
      const { text } = await probe.lookup(probe.lookupBody(asked));
      for (const other of [otherFinger, otherUser]) {
        const leaked = [other.payload.features, other.payload.enc_key].some(
          (value) => text.includes(value) || text.includes(JSON.stringify(value)),
        );
        if (leaked) throw new CheckFailure('the answer also holds the data of another finger or user');
      }
    },
  },
  {
    id: 'lookup.not_found_user',
    title: '404 bio_enrollment_not_found for a user without enrollment',
    askedBy: 'contract',
    run: async (probe) =>
      refused(
        await probe.lookup(probe.lookupBody(probe.storeBody())),
        'bio_enrollment_not_found',
        'a lookup of an unknown user',
      ),
  },
  {
    id: 'lookup.not_found_finger',
    title: '404 bio_enrollment_not_found for a finger that the user has not enrolled',
    askedBy: 'contract',
    async run(probe) {
      const body = await stored(probe, probe.storeBody());
      refused(
        await probe.lookup(probe.lookupBody(body, { payload: { finger: 'LI' } })),
        'bio_enrollment_not_found',
        'a lookup of another finger',
      );
    },
  },
  {
    id: 'lookup.finger_exactly',
    title: 'Each finger of a user has its own data, and one that is not enrolled has none, whatever the hand',
    askedBy: 'contract',
    explanation:
      'A lookup that falls back to another finger of the user compares a person with the wrong finger. File enrollments by user and finger, and answer 404 for a finger that is not there.',
    async run(probe) {
      const index = await stored(probe, probe.storeBody());
      const { merchant_user_ref } = index;
      for (const finger of ['RM', 'LM'] as const)
        refused(
          await probe.lookup(probe.lookupBody(index, { payload: { finger } })),
          'bio_enrollment_not_found',
          `a lookup of ${finger} where only RI is enrolled`,
        );
      const middle = await stored(probe, probe.storeBody({ merchant_user_ref }, { finger: 'RM' }));
      await holdsNow(probe, index, 'RI, after RM was stored too');
      await holdsNow(probe, middle, 'RM, beside RI');
    },
  },
  ...overwriteChecks,
  {
    id: 'store.every_finger',
    title: 'LI, LM, RI and RM are all accepted',
    askedBy: 'contract',
    async run(probe) {
      for (const finger of ['LI', 'LM', 'RI', 'RM'] as const)
        accepted(await probe.store(probe.storeBody({}, { finger })), `a store for ${finger}`);
    },
  },
  {
    id: 'store.features_whole',
    title: 'Features of more than 65,535 characters are stored and returned whole',
    askedBy: 'contract',
    explanation:
      'A column that holds 65,535 bytes cuts what is longer, some without an error (MySQL’s TEXT is one): the enrollment is stored and never matches. Use a larger column for features.',
    async run(probe) {
      const body = probe.storeBody({}, { features: randomBytes(51_000).toString('base64') });
      await holdsNow(probe, await stored(probe, body), 'after a store with long features');
    },
  },
];

function noFaults(faults: readonly string[]): void {
  if (faults.length > 0) throw new CheckFailure(faults.join('; '));
}
