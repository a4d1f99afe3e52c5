import { randomUUID } from 'node:crypto';
import type { BioOperationName } from '@authly/contract/operations';
import { advice, type Check, CheckFailure, type Later, rule } from '../check.ts';
import {
  accepted,
  accepts,
  fixedMoment,
  forgedSignature,
  OTHER_MERCHANT,
  refused,
  refuses4xxBoth,
  stored,
} from '../expectations.ts';
import type { Probe } from '../probe.ts';

export const NONCES_KEPT =
  'A call may be sent again for as long as its timestamp is within the tolerance. A nonce that is forgotten sooner lets it through twice: keep nonces for at least twice the tolerance.';

export async function usedOnce(probe: Probe, afterMs: number): Promise<Later> {
  // In the middle of the wait, so that it is within the tolerance both times.
  const timestamp = new Date(probe.clock.now() + afterMs / 2).toISOString();
  const [body, changes] = [probe.storeBody(), { nonce: randomUUID(), timestamp, key: probe.signingKey }];
  accepted(await probe.store(body, changes), 'the first store');
  return {
    afterMs,
    look: async () =>
      refused(await probe.store(body, changes), 'nonce_reused', `the same call ${afterMs / 1000} s later`),
  };
}

/** Also calls that are refused after the signature: the nonce is claimed before. */
const replayed = (operation: BioOperationName, bodies: (probe: Probe) => Promise<readonly object[]>): Check =>
  rule(
    `nonce.replayed_${operation}`,
    `409 nonce_reused when a ${operation} is sent again byte for byte, whatever the first answer was`,
    async (probe) => {
      for (const body of await bodies(probe)) {
        const changes = fixedMoment(probe);
        const first = await probe[operation](body, changes);
        const what = `a ${operation} that was answered with ${first.status}, replayed`;
        refused(await probe[operation](body, changes), 'nonce_reused', what);
      }
    },
    'Claim the nonce as soon as the signature holds, whatever the answer will be.',
  );

export const nonceChecks: readonly Check[] = [
  replayed('lookup', async (probe) => [probe.lookupBody(await stored(probe)), probe.lookupBody(probe.storeBody())]),
  replayed('store', async (probe) => [
    probe.storeBody(),
    probe.storeBody({}, { finger: 'XX' as 'RI' }),
    probe.storeBody({ merchant_id: OTHER_MERCHANT }),
    probe.storeBody({ enrollment_session_id: (await stored(probe)).enrollment_session_id }),
  ]),
  rule(
    'nonce.across_endpoints',
    '409 nonce_reused when a nonce of a store comes back on a lookup, or for another user',
    async (probe) => {
      const [body, nonce] = [probe.storeBody(), randomUUID()];
      accepted(await probe.store(body, { nonce }), 'the store');
      refused(await probe.lookup(probe.lookupBody(body), { nonce }), 'nonce_reused', 'a lookup with the same nonce');
      refused(await probe.store(probe.storeBody(), { nonce }), 'nonce_reused', 'another store with the same nonce');
    },
  ),
  rule(
    'nonce.any_uuid',
    'A nonce may be a UUID of any version',
    accepts(() => ({ nonce: `0192${randomUUID().slice(4, 14)}7${randomUUID().slice(15)}` })),
  ),
  rule(
    'nonce.remembered',
    '409 nonce_reused also when some time has passed since the nonce was used',
    async (probe) => {
      const later = await usedOnce(probe, probe.nonceWaitMs);
      await probe.clock.sleep(later.afterMs);
      await later.look();
    },
    NONCES_KEPT,
  ),
  advice('nonce.not_burned', 'A nonce that came with a bad signature is still good for the service', async (probe) => {
    const [body, nonce] = [probe.storeBody(), randomUUID()];
    await probe.store(body, { nonce, headers: forgedSignature() });
    accepted(await probe.store(body, { nonce }), 'the good store after a forged one with its nonce');
  }),
  advice(
    'nonce.claimed_once',
    'Of several copies of one call at the same moment exactly one is accepted',
    async (probe) => {
      const body = probe.lookupBody(await stored(probe));
      const changes = fixedMoment(probe);
      const replies = await Promise.all(Array.from({ length: 8 }, () => probe.lookup(body, changes)));
      const passed = replies.filter(({ status }) => status === 200).length;
      if (passed !== 1) throw new CheckFailure(`${passed} of 8 copies were accepted`);
    },
  ),
  advice(
    'nonce.form',
    '401 invalid_signature for a nonce that is not in UUID form',
    refuses4xxBoth('invalid_signature', { nonce: 'not-a-uuid' }),
    { withoutTrust: 'any key id' },
  ),
];
