import { randomBytes } from 'node:crypto';
import type { StoreRequest } from '@authly/contract/captures/store';
import { type Check, CheckFailure, rule } from '../check.ts';
import { eventuallyAccepted, holdsNow, refused, stored } from '../expectations.ts';
import type { Probe } from '../probe.ts';
import { lookupReplyFaults, storeReplyFaults } from '../reply-tables.ts';
import { overwriteChecks } from './overwrite.ts';

const KEPT_MS = 2_000;
const FINGERS = ['LI', 'LM', 'RI', 'RM'] as const;

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
      for (const finger of FINGERS) {
        const body = probe.storeBody({ merchant_user_ref: oddRef(probe) }, { finger });
        noFaults(storeReplyFaults(await probe.store(body), body));
        const { merchant_user_ref } = body;
        const overwriting = probe.storeBody({ merchant_user_ref }, { finger });
        noFaults(storeReplyFaults(await probe.store(overwriting), overwriting));
      }
    },
  ),
  rule(
    'lookup.reply',
    'The lookup answer keeps to its table: found true, features and enc_key, returned fields equal to the request',
    async (probe) => {
      for (const finger of FINGERS) {
        const body = probe.storeBody({ merchant_user_ref: oddRef(probe) }, { finger });
        const request = probe.lookupBody(await stored(probe, body));
        // As a retry does: the same body with a new nonce.
        for (let attempts = 0; attempts < 2; attempts++)
          noFaults(lookupReplyFaults(await probe.lookup(request), request));
      }
    },
  ),
  rule('lookup.minimum', 'A lookup returns the latest data of the requested user and finger alone', async (probe) => {
    const others = [await stored(probe), await stored(probe)];
    const { merchant_user_ref } = others[0]!;
    for (const finger of ['LI', 'LM', 'RM'] as const)
      others.push(await stored(probe, probe.storeBody({ merchant_user_ref }, { finger })));
    const asked = probe.lookupBody(others[0]!);
    await probe.lookup(asked);
    await stored(probe, probe.storeBody({ merchant_user_ref }));
    const { text } = await probe.lookup(asked);
    for (const { payload } of others)
      if ([payload.features, payload.enc_key].some((value) => text.includes(value)))
        throw new CheckFailure('the answer also holds the data of another finger or user, or what was overwritten');
  }),
  rule(
    'lookup.not_found_user',
    '404 bio_enrollment_not_found for a user without enrollment, whatever the reference',
    async (probe) => {
      const { merchant_user_ref } = probe.storeBody();
      for (const ref of [merchant_user_ref, '\u{1FAC6}', '__proto__', 'constructor', "' OR '1'='1", '../../x', '"\\'])
        refused(
          await probe.lookup(probe.lookupBody(probe.storeBody({ merchant_user_ref: ref }))),
          'bio_enrollment_not_found',
        );
    },
    'A reference may hold any character. Pass it to your database as a parameter, and do not use it as the name of a property or a file.',
  ),
  rule(
    'lookup.finger_exactly',
    'Each finger of a user has its own data, and one that is not enrolled has none, whatever the hand',
    async (probe) => {
      const { merchant_user_ref } = probe.storeBody();
      const enrolled: StoreRequest[] = [];
      for (const next of FINGERS) {
        for (const finger of FINGERS.slice(enrolled.length))
          refused(
            await probe.lookup(probe.lookupBody(probe.storeBody({ merchant_user_ref }, { finger }))),
            'bio_enrollment_not_found',
            `a lookup of ${finger} where it is not enrolled`,
          );
        enrolled.push(await stored(probe, probe.storeBody({ merchant_user_ref }, { finger: next })));
        for (const body of enrolled) await holdsNow(probe, body, `${body.payload.finger}, after ${next} was stored`);
      }
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
  rule(
    'store.features_whole',
    'Features and an enc_key of more than 65,535 characters, of any kind, are returned whole and to the character',
    async (probe) => {
      const long = `${randomBytes(51_000).toString('base64')} e\u0301\u00E9 \u{1F44D} -_*"\\\n\t `;
      const body = probe.storeBody({}, { features: long, enc_key: ` ${long}` });
      await holdsNow(probe, await stored(probe, body), 'after a store with long features');
    },
    'A column that holds 65,535 bytes cuts what is longer, some without an error (MySQL’s TEXT is one): the enrollment is stored and never matches. Use a larger column. They need not be base64: do not decode, trim or normalize them.',
  ),
];

/** Not ASCII, so that a wrong charset shows in the answer. */
const oddRef = (probe: Probe): string => `${probe.storeBody().merchant_user_ref}-é한"\\`;

function noFaults(faults: readonly string[]): void {
  if (faults.length > 0) throw new CheckFailure(faults.join('; '));
}
