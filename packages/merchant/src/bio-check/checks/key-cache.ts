import { BIO_LIMITS } from '@authly/contract/limits';
import { createServiceKey } from '../../testing/service-key.ts';
import { advice, type Check, CheckFailure, rule } from '../check.ts';
import { accepted, refused } from '../expectations.ts';

const CALLS = 5;
/** One for the first of them, and one that was on its way. */
const FETCHES_ALLOWED = 2;

/** The key list is cached by id, and strangers cannot make the server fetch it at will. */
export const keyCacheChecks: readonly Check[] = [
  rule(
    'keys.cached',
    'The key list is not fetched for every call',
    async (probe) => {
      const before = probe.keyList.fetches;
      for (let call = 0; call < CALLS; call++)
        accepted(await probe.store(probe.storeBody()), 'a store signed with a key that the server knows');
      const fetches = probe.keyList.fetches - before;
      if (fetches > FETCHES_ALLOWED) throw new CheckFailure(`${CALLS} calls with one key made ${fetches} fetches`);
    },
    `Fetching the list each time makes every call wait for the service and fail with it. Cache the keys by their id for up to ${BIO_LIMITS.keyListMaxAgeMs / 60_000} minutes.`,
  ),
  advice(
    'keys.cooldown',
    'The key list is not fetched for every unknown key id',
    async (probe) => {
      const before = probe.keyList.fetches;
      for (let call = 0; call < CALLS; call++) {
        const key = await createServiceKey();
        refused(await probe.store(probe.storeBody(), { key }), 'invalid_signature', 'an unpublished key');
      }
      const fetches = probe.keyList.fetches - before;
      if (fetches > FETCHES_ALLOWED) throw new CheckFailure(`${CALLS} unknown key ids made ${fetches} fetches`);
    },
    `Anybody can send calls with made-up key ids. If each makes your server fetch the list, an attacker can turn it against the service: fetch for an unknown id at most every ${BIO_LIMITS.keyListCooldownMs / 1000} seconds, one fetch at a time.`,
  ),
];
