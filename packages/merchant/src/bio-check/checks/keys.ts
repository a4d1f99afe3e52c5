import { BIO_LIMITS } from '@authly/contract/limits';
import { createServiceKey, type ServiceKey } from '../../testing/service-key.ts';
import { advice, type Check, CheckFailure, rule } from '../check.ts';
import { accepted, COOLDOWN_MS, eventuallyAccepted, refused, refuses } from '../expectations.ts';
import { STRICT_REMOVED_KEY_WAIT_S } from '../options.ts';
import type { Probe } from '../probe.ts';
import { keyCacheChecks } from './key-cache.ts';

/** A scheduled rotation: a new active key, the earlier one published as retiring, and the server knows. */
async function rotate(probe: Probe): Promise<void> {
  const [old, next] = [probe.signingKey, await createServiceKey()];
  probe.keyList.publish([next.published('active'), old.published('retiring')]);
  await eventuallyAccepted(probe, next, 'a store signed with the newly published key');
  [probe.signingKey, probe.retiringKey] = [next, old];
}

/** Steps through a rotation. They come last: each leaves another key list behind. */
export const keyChecks: readonly Check[] = [
  rule(
    'keys.unknown',
    '401 invalid_signature for a key id that is not published',
    refuses('invalid_signature', 'an unpublished key', async (probe) =>
      probe.store(probe.storeBody(), { key: await createServiceKey() }),
    ),
    { withoutTrust: 'any key id' },
  ),
  ...keyCacheChecks,
  rule('keys.new', 'A newly published key is accepted: the list is fetched again for an unknown key id', rotate),
  rule('keys.retiring', 'A retiring key is accepted next to the active one', async (probe) => {
    if (probe.retiringKey === undefined) await rotate(probe);
    accepted(await probe.store(probe.storeBody()), 'a store signed with the active key');
    accepted(await probe.store(probe.storeBody(), { key: probe.retiringKey! }), 'a store signed with the retiring key');
  }),
  advice(
    'keys.unreachable',
    '500 merchant_bio_internal_error for an unknown key while the list cannot be fetched, and calls pass again afterwards',
    async (probe) => {
      const stranger = await createServiceKey();
      probe.keyList.setDown(true);
      try {
        await refusedOnceFetched(probe, stranger);
      } finally {
        probe.keyList.setDown(false);
      }
      await eventuallyAccepted(probe, probe.signingKey, 'a good store once the list is back');
    },
  ),
  advice('keys.removed', 'A key that is no longer published is no longer trusted', async (probe) => {
    const removed = probe.signingKey;
    accepted(
      await probe.store(probe.storeBody(), { key: removed }),
      'a store signed with the key while it is published',
    );
    probe.signingKey = await createServiceKey();
    probe.keyList.publish([probe.signingKey.published('active')]);
    // The new key makes the server fetch the list, as it would in an emergency rotation.
    await eventuallyAccepted(probe, probe.signingKey, 'a store signed with the new key');
    await refusedInTime(probe, removed);
  }),
];

/** Until its cooldown is over a server may call the key unknown without asking; after that the list's failure must show. */
async function refusedOnceFetched(probe: Probe, stranger: ServiceKey): Promise<void> {
  const fetchesBefore = probe.keyList.fetches;
  const giveUpAt = probe.clock.now() + COOLDOWN_MS;
  for (;;) {
    const reply = await probe.store(probe.storeBody(), { key: stranger });
    if (probe.keyList.fetches > fetchesBefore)
      return refused(reply, 'merchant_bio_internal_error', 'an unknown key while the list answers 503');
    if (probe.clock.now() >= giveUpAt) throw new CheckFailure('the list was not fetched for an unknown key');
    await probe.clock.sleep(1_000);
  }
}

const STEP_MS = 5_000;

/** A server may trust a fetched key for as long as a key list may be cached. */
async function refusedInTime(probe: Probe, removed: ServiceKey): Promise<void> {
  const giveUpAt = probe.clock.now() + probe.removedKeyWaitMs;
  for (;;) {
    const reply = await probe.store(probe.storeBody(), { key: removed });
    if (reply.status !== 200) return refused(reply, 'invalid_signature', 'a store signed with a removed key');
    if (probe.clock.now() >= giveUpAt) break;
    probe.onProgress?.(
      `a removed key is still accepted; waiting up to ${Math.ceil((giveUpAt - probe.clock.now()) / 1000)} s more`,
    );
    await probe.clock.sleep(STEP_MS);
  }
  const waited = probe.removedKeyWaitMs / 1000;
  const mayBeCached = probe.removedKeyWaitMs < BIO_LIMITS.keyListMaxAgeMs;
  const hint = `; a cache may keep it for ${BIO_LIMITS.keyListMaxAgeMs / 60_000} minutes: use --removed-key-wait ${STRICT_REMOVED_KEY_WAIT_S} to be sure`;
  throw new CheckFailure(
    `a key was still accepted ${waited} s after it was removed from the list${mayBeCached ? hint : ''}`,
  );
}
