import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { setTimeout } from 'node:timers/promises';
import { BIO_LIMITS } from '@authly/contract/wire/limits';
import { createServiceKey, type ServiceKey } from '../../testing/service-key.ts';
import { advice, type Check, CheckFailure, rule } from '../check.ts';
import {
  accepted,
  COOLDOWN_MS,
  eventuallyAccepted,
  everyCall,
  refused,
  refusesBoth,
  storeUntil,
  withOtherCase,
} from '../expectations.ts';
import { STRICT_REMOVED_KEY_WAIT_S } from '../options.ts';
import type { Probe } from '../probe.ts';

/** A server has fewer processes, and each may fetch the list once. */
const CALLS = 20;
/** Long enough for all calls to arrive during one fetch. A list that takes so long must be waited for. */
const SLOW_MS = 1_000;

const some = <Result>(make: () => Promise<Result>): Promise<Result[]> => everyCall(Array.from({ length: CALLS }, make));

const fetchedTooOften = (fetches: number, what: string): void => {
  if (fetches > CALLS / 2) throw new CheckFailure(`${CALLS} ${what} made ${fetches} fetches of the list`);
};

/** Sends calls in a row. Each of the first may reach a process that has not fetched yet. */
async function fewFetches({ keyList }: Probe, what: string, call: () => Promise<void>): Promise<void> {
  for (let sent = 0; sent < CALLS; sent++) await call();
  const before = keyList.fetches;
  for (let sent = 0; sent < CALLS; sent++) await call();
  fetchedTooOften(keyList.fetches - before, what);
}

const publish = (probe: Probe, ...keys: readonly ServiceKey[]): void =>
  void (probe.keyList.keys = [...keys.map((key) => key.published('active')), ...probe.keyList.keys]);

/** Makes every process of the server fetch the list with this key, unless it is in its cooldown. */
const spread = (probe: Probe, key = probe.signingKey) => some(() => probe.store(probe.storeBody(), { key }));

/** A server in its cooldown would not fetch the list, also for a new key. */
const cooldownIsOver = ({ clock, keyList }: Probe): Promise<void> =>
  clock.sleep(Math.max(0, keyList.fetchedAt + COOLDOWN_MS - clock.now()));

/** Makes a scheduled rotation. Returns when the server knows the new key. */
async function rotate(probe: Probe): Promise<void> {
  const [old, next] = [probe.signingKey, await createServiceKey()];
  probe.keyList.keys = [next.published('active'), old.published('retiring')];
  await eventuallyAccepted(probe, next, 'a store signed with the newly published key');
  await cooldownIsOver(probe);
  await spread(probe, next);
  [probe.signingKey, probe.retiringKey] = [next, old];
}

async function twoKeys(probe: Probe): Promise<[active: ServiceKey, retiring: ServiceKey]> {
  if (probe.retiringKey === undefined) await rotate(probe);
  return [probe.signingKey, probe.retiringKey!];
}

export const keyChecks: readonly Check[] = [
  rule(
    'keys.unknown',
    '401 invalid_signature for a key id that is not published',
    refusesBoth(
      'invalid_signature',
      async () => ({ key: await createServiceKey() }),
      ({ signingKey }) => ({ key: { ...signingKey, keyId: withOtherCase(signingKey.keyId) } }),
    ),
    { withoutTrust: 'any key id' },
  ),
  rule(
    'keys.cached',
    'The key list is not fetched for every call',
    (probe) =>
      fewFetches(probe, 'calls with one key', async () => {
        accepted(await probe.store(probe.storeBody()), 'a store signed with a key that the server knows');
      }),
    `Fetching the list each time makes every call wait for the service and fail with it. Cache the keys by their id for up to ${BIO_LIMITS.keyListMaxAgeMs / 60_000} minutes.`,
  ),
  advice(
    'keys.cooldown',
    'The key list is not fetched for every unknown key id',
    (probe) =>
      fewFetches(probe, 'unknown key ids', async () => {
        const key = await createServiceKey();
        refused(await probe.store(probe.storeBody(), { key }), 'invalid_signature', 'an unpublished key');
      }),
    `Anybody can send calls with made-up key ids. If each makes your server fetch the list, an attacker can turn it against the service: fetch for an unknown id at most every ${BIO_LIMITS.keyListCooldownMs / 1000} seconds, one fetch at a time.`,
  ),
  rule('keys.new', 'A newly published key is accepted: the list is fetched again for an unknown key id', rotate),
  rule('keys.retiring', 'A retiring key is accepted next to the active one, but no nonce under both', async (probe) => {
    const [active, retiring] = await twoKeys(probe);
    const nonce = randomUUID();
    accepted(await probe.store(probe.storeBody(), { key: active, nonce }), 'a store signed with the active key');
    accepted(await probe.store(probe.storeBody(), { key: retiring }), 'a store signed with the retiring key');
    const reused = await probe.store(probe.storeBody(), { key: retiring, nonce });
    refused(reused, 'nonce_reused', 'a nonce of the active key under the retiring one');
  }),
  rule(
    'keys.chosen_by_id',
    '401 signature_mismatch when one published key signed under the id of another',
    async (probe) => {
      const [active, retiring] = await twoKeys(probe);
      for (const key of [
        { ...active, keyId: retiring.keyId },
        { ...retiring, keyId: active.keyId },
      ])
        refused(
          await probe.store(probe.storeBody(), { key }),
          'signature_mismatch',
          'a store under the other key’s id',
        );
    },
    'Verify with the key of X-Service-Key-Id alone. A server that tries every published key trusts keys that the call does not name.',
  ),
  advice(
    'keys.at_once',
    'Calls that bring a new key at the same moment are all accepted, after one fetch of the list by each process, even if it takes a second',
    async (probe) => {
      const key = await createServiceKey();
      publish(probe, key);
      await cooldownIsOver(probe);
      const before = probe.keyList.fetches;
      probe.keyList.held = setTimeout(SLOW_MS);
      const replies = await some(() => probe.store(probe.storeBody(), { key }));
      for (const reply of replies) accepted(reply, 'one of several stores signed with a new key at the same moment');
      fetchedTooOften(probe.keyList.fetches - before, 'calls at the same moment');
    },
    'Right after a rotation many calls bring the new key at once. Let them wait for the fetch that is under way: refusing them ends their sessions, and a fetch for each loads the service.',
  ),
  advice(
    'keys.grown',
    'A key list with more keys and with fields that are not in its table is read',
    async (probe) => {
      const { keys } = probe.keyList;
      const key = await createServiceKey();
      publish(probe, ...(await some(() => createServiceKey())), key);
      probe.keyList.keys = probe.keyList.keys.map((entry) => ({ ...entry, added_later: { note: 1 } }));
      probe.keyList.more = { added_later: ['x'] };
      await eventuallyAccepted(probe, key, 'a store signed with a key of the longer list').finally(() => {
        [probe.keyList.keys, probe.keyList.more] = [keys, {}];
      });
    },
    'Response fields may be added at any time, and a rotation adds keys. A server that cannot read the list refuses every call.',
  ),
  advice(
    'keys.unreachable',
    '500 merchant_bio_internal_error for an unknown key while the list cannot be fetched, and calls pass again afterwards',
    async (probe) => {
      for (const [fault, what] of [
        ['unavailable', 'answers 503'],
        ['page', 'answers with a web page'],
      ] as const) {
        await spread(probe);
        await cooldownIsOver(probe);
        const before = probe.keyList.fetches;
        probe.keyList.fault = fault;
        try {
          // During its cooldown a server may call the key unknown without asking. Then the list's failure must show.
          const reply = await storeUntil(probe, await createServiceKey(), () => probe.keyList.fetches > before);
          if (probe.keyList.fetches === before) throw new CheckFailure('the list was not fetched for an unknown key');
          refused(reply, 'merchant_bio_internal_error', `an unknown key while the list ${what}`);
          const again = await probe.store(probe.storeBody(), { key: await createServiceKey() });
          refused(again, 'merchant_bio_internal_error', 'another unknown key right afterwards');
          accepted(await probe.store(probe.storeBody()), 'a store signed with a key that the server knows');
        } finally {
          probe.keyList.fault = undefined;
        }
        await eventuallyAccepted(probe, probe.signingKey, 'a good store once the list is back');
      }
    },
  ),
  advice(
    'keys.silent',
    '500 merchant_bio_internal_error in time for an unknown key while the list does not answer, and calls with a known key pass',
    async (probe) => {
      await spread(probe);
      await cooldownIsOver(probe);
      const silence = new AbortController();
      probe.keyList.held = once(silence.signal, 'abort');
      try {
        const key = await createServiceKey();
        const calls = [probe.store(probe.storeBody(), { key }), probe.store(probe.storeBody())];
        const [unknown, known] = await everyCall(calls);
        refused(unknown!, 'merchant_bio_internal_error', 'an unknown key while the list does not answer');
        accepted(known!, 'a store signed with a key that the server knows, meanwhile');
      } finally {
        silence.abort();
      }
      await eventuallyAccepted(probe, probe.signingKey, 'a good store once the list answers');
    },
    'A fetch without a timeout takes the whole time of the call, and the service sees none of your errors. Give it at most 3 seconds.',
  ),
  advice('keys.removed', 'A key that is no longer published is no longer trusted', async (probe) => {
    const removed = probe.signingKey;
    accepted(await probe.store(probe.storeBody()), 'a store signed with the key while it is published');
    probe.signingKey = await createServiceKey();
    probe.keyList.keys = [probe.signingKey.published('active')];
    await eventuallyAccepted(probe, probe.signingKey, 'a store signed with the new key');
    await refusedInTime(probe, removed);
  }),
];

/** A server may trust a fetched key for as long as it may cache the key list. */
async function refusedInTime(probe: Probe, removed: ServiceKey): Promise<void> {
  const { removedKeyWaitMs: waitMs } = probe;
  const reply = await storeUntil(probe, removed, ({ status }) => status !== 200, {
    waitMs,
    stepMs: 5_000,
  });
  if (reply.status !== 200) return refused(reply, 'invalid_signature', 'a store signed with a removed key');
  const mayBeCached = waitMs < BIO_LIMITS.keyListMaxAgeMs;
  const hint = `; a cache may keep it for ${BIO_LIMITS.keyListMaxAgeMs / 60_000} minutes: use --removed-key-wait ${STRICT_REMOVED_KEY_WAIT_S} to be sure`;
  throw new CheckFailure(
    `a key was still accepted ${waitMs / 1000} s after it was removed from the list${mayBeCached ? hint : ''}`,
  );
}
