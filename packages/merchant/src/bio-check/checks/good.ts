import { CheckFailure, type Check } from '../check.ts';
import { accepted, holdsNow, refused, stored } from '../expectations.ts';
import { eventuallyAccepted } from '../eventually-accepted.ts';
import { lookupReplyFaults, storeReplyFaults } from '../reply-tables.ts';

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
    id: 'store.overwrite',
    title: 'Storing again for the same user and finger overwrites the earlier data',
    askedBy: 'contract',
    async run(probe) {
      const first = await stored(probe, probe.storeBody());
      const second = await stored(probe, probe.storeBody({ merchant_user_ref: first.merchant_user_ref }));
      await holdsNow(probe, second, 'after storing twice');
    },
  },
  {
    id: 'store.overwrite_scope',
    title: 'Storing for one finger leaves the other fingers and users as they are',
    askedBy: 'contract',
    async run(probe) {
      const [first, otherUser] = [await stored(probe, probe.storeBody()), await stored(probe, probe.storeBody())];
      await stored(probe, probe.storeBody({ merchant_user_ref: first.merchant_user_ref }, { finger: 'LI' }));
      await holdsNow(probe, first, 'after another finger of the user was stored');
      await holdsNow(probe, otherUser, 'after another user was stored');
    },
  },
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
    id: 'errors.body',
    title: 'A refusal carries the error body: code, message and request_id',
    askedBy: 'contract',
    async run(probe) {
      const { json } = await probe.lookup(probe.lookupBody(probe.storeBody()));
      const { error } = (json ?? {}) as { error?: Record<string, unknown> };
      const missing = ['code', 'message', 'request_id'].filter((name) => typeof error?.[name] !== 'string');
      if (missing.length > 0)
        throw new CheckFailure(`missing or not a string: ${missing.map((name) => `error.${name}`).join(', ')}`);
    },
  },
];

function noFaults(faults: readonly string[]): void {
  if (faults.length > 0) throw new CheckFailure(faults.join('; '));
}
