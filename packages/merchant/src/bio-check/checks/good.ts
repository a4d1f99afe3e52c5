import { randomBytes, randomInt } from 'node:crypto';
import type { BioOperationName } from '@authly/contract/operation-table';
import { type Check, CheckFailure, rule } from '../check.ts';
import { accepted, eventuallyAccepted, holdsNothing, holdsNow, refused, stored } from '../expectations.ts';
import { overwriteChecks } from './overwrite.ts';

const KEPT_MS = 2_000;
const UNKNOWN = ['\u{1FAC6}', '__proto__', 'constructor', "' OR '1'='1", '../../x', '"\\', 'null', 'NaN', 'true', '-0'];
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
  keepsToTable(
    'store',
    'Every store answer of the run keeps to its table: stored true, returned fields equal to the request',
  ),
  keepsToTable(
    'lookup',
    'Every lookup answer of the run keeps to its table: found true, features and enc_key, returned fields equal to the request',
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
      for (const ref of [merchant_user_ref, ...UNKNOWN])
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
      for (const finger of FINGERS) {
        // A user for each, so that no finger is looked up before it is stored.
        const one = await stored(probe, probe.storeBody({}, { finger }));
        for (const other of FINGERS.filter((code) => code !== finger))
          await holdsNothing(
            probe,
            { ...one, payload: { ...one.payload, finger: other } },
            `${finger} stored, ${other} not`,
          );
        await holdsNow(probe, one, finger);
      }
      const all = FINGERS.map((finger) => probe.storeBody({ merchant_user_ref }, { finger }));
      for (const body of all) await stored(probe, body);
      for (const body of all) await holdsNow(probe, body, `${body.payload.finger} of a user with all four`);
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

/** The service could not use these answers, whichever check they came in. */
function keepsToTable(operation: BioOperationName, title: string): Check {
  return rule(`${operation}.reply`, title, async (probe) => {
    const { merchant_user_ref: ref } = probe.storeBody();
    const digits = String(randomInt(1e9, 1e10));
    // Not ASCII, so that a wrong charset shows. Capitals, spaces and digits, so that a changed or typed column shows.
    const refs = [`${ref}-é한"\\`, `0${digits}`, digits, ` ${ref}-Cust `];
    for (const [which, finger] of FINGERS.entries())
      for (let attempts = 0; attempts < 2; attempts++) {
        const body = await stored(probe, probe.storeBody({ merchant_user_ref: refs[which]! }, { finger }));
        const request = probe.lookupBody(body);
        // As a retry does: the same body with a new nonce.
        accepted(await probe.lookup(request), 'a lookup of what was stored');
        accepted(await probe.lookup(request), 'the same lookup again');
      }
    const look = async (): Promise<void> => {
      const faults = [...probe.replyFaults[operation]].map(([fault, checkId]) => `${fault} (first in ${checkId})`);
      if (faults.length > 0) throw new CheckFailure(faults.join('; '));
    };
    return { look };
  });
}
