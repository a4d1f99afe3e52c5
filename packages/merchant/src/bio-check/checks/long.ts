import { BIO_LIMITS, LIMITS } from '@authly/contract/wire/limits';
import { createServiceKey } from '../../testing/service-key.ts';
import { advice, type Check, rule } from '../check.ts';
import {
  accepted,
  eventuallyAccepted,
  everyCall,
  holdsNow,
  refused,
  sameResult,
  stored,
  storeUntil,
} from '../expectations.ts';
import { STRICT_REMOVED_KEY_WAIT_S } from '../options.ts';
import { NONCES_KEPT, usedOnce } from './nonce.ts';

const CALLS = 1_100;
const AT_ONCE = 10;
const LONG = { long: true } as const;

export const longChecks: readonly Check[] = [
  rule(
    'long.enrollment',
    'An enrollment is still there after minutes',
    async (probe) => {
      const body = await stored(probe);
      const afterMs = probe.longWaitMs;
      return { afterMs, look: () => holdsNow(probe, body, `${afterMs / 1000} s later`) };
    },
    { ...LONG, explanation: 'Enrollments have no time to live: keep them until they are overwritten or erased.' },
  ),
  rule(
    'long.idempotency',
    'After minutes the same key with the same body still returns the earlier result, and another body is a conflict',
    async (probe) => {
      const body = probe.storeBody();
      const first = await probe.store(body);
      accepted(first, 'the first store');
      const look = async (): Promise<void> => {
        const repeat = await probe.store(body);
        accepted(repeat, 'the repeat');
        sameResult(first, repeat, `the repeat ${probe.longWaitMs / 1000} s later was answered differently`);
        const { merchant_user_ref, enrollment_session_id } = body;
        const other = await probe.store(probe.storeBody({ merchant_user_ref, enrollment_session_id }));
        refused(other, 'idempotency_conflict', 'another body under the same key');
      };
      return { afterMs: probe.longWaitMs, look };
    },
    {
      ...LONG,
      explanation: `Keep idempotency keys for at least ${LIMITS.idempotencyRetentionMs / 3_600_000} hours, in a store that survives a restart.`,
    },
  ),
  rule(
    'long.nonce',
    '409 nonce_reused also when minutes have passed since the nonce was used',
    (probe) => usedOnce(probe, probe.longWaitMs),
    { ...LONG, explanation: NONCES_KEPT },
  ),
  advice(
    'long.key_list',
    `After ${BIO_LIMITS.keyListMaxAgeMs / 60_000} minutes the list is fetched again before a call is verified: 500 while it cannot be, and a removed key is refused`,
    async (probe) => {
      const removed = await createServiceKey();
      const published = probe.keyList.keys;
      probe.keyList.keys = [...published, removed.published('active')];
      await eventuallyAccepted(probe, removed, 'a store signed with a newly published key');
      probe.keyList.keys = published;
      const afterMs = 1000 * STRICT_REMOVED_KEY_WAIT_S;
      const look = async (): Promise<void> => {
        // Another process of the server may have fetched the list since.
        await probe.clock.sleep(Math.max(0, probe.keyList.fetchedAt + afterMs - probe.clock.now()));
        probe.keyList.fault = 'unavailable';
        const unverified = await probe.store(probe.storeBody()).finally(() => (probe.keyList.fault = undefined));
        refused(unverified, 'merchant_bio_internal_error', 'a store while an old list cannot be fetched again');
        await eventuallyAccepted(probe, probe.signingKey, 'a good store once the list is back');
        // A process whose fetch failed just now may not ask again yet.
        const reply = await storeUntil(probe, removed, ({ status }) => status !== 500);
        refused(
          reply,
          'invalid_signature',
          `a store signed with a key that was removed ${STRICT_REMOVED_KEY_WAIT_S} s ago`,
        );
      };
      return { afterMs, look };
    },
    {
      ...LONG,
      explanation: `In an emergency rotation the suspect key is removed at once. A list that is believed longer than ${BIO_LIMITS.keyListMaxAgeMs / 60_000} minutes lets its thief go on: fetch the list again when it is older.`,
    },
  ),
  rule(
    'long.many_calls',
    `${CALLS.toLocaleString('en')} stores in a row are accepted, and nothing earlier is forgotten for them`,
    async (probe) => {
      for (let sent = 0; sent < CALLS; sent += AT_ONCE)
        await everyCall(Array.from({ length: AT_ONCE }, () => stored(probe)));
    },
    {
      ...LONG,
      explanation:
        'A rate limit ends sessions: 429 is final like any 4xx. Lift it for the addresses of the service. Memory that is bounded by size forgets nonces, keys and enrollments: the other checks of this group look for them after these stores.',
    },
  ),
];
