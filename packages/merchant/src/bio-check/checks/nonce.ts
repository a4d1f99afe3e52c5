import { randomUUID } from 'node:crypto';
import type { BioOperationName } from '@authly/contract/operation-table';
import { advice, type Check, CheckFailure, type Later, rule } from '../check.ts';
import {
  accepted,
  accepts,
  everyCall,
  fixedMoment,
  forgedSignature,
  OTHER_MERCHANT,
  refused,
  refuses4xxBoth,
  stored,
} from '../expectations.ts';
import type { Probe } from '../probe.ts';

const CLOCKS_DIFFER_MS = 30_000;

export const NONCES_KEPT =
  'A call may be sent again for as long as its timestamp is within the tolerance. A nonce that is forgotten sooner lets it through twice: keep nonces for at least twice the tolerance, however many others come.';

export async function usedOnce(probe: Probe, afterMs: number): Promise<Later> {
  // Ahead of the clock, so that it is within the tolerance for as long as possible.
  const ahead = probe.toleranceMs - CLOCKS_DIFFER_MS;
  const goodUntil = probe.clock.now() + 2 * ahead;
  const timestamp = new Date(probe.clock.now() + ahead).toISOString();
  const [body, changes] = [probe.storeBody(), { nonce: randomUUID(), timestamp }];
  accepted(await probe.store(body, changes), 'the first store');
  const look = async (): Promise<void> => {
    const code = probe.clock.now() < goodUntil ? 'nonce_reused' : 'timestamp_out_of_range';
    refused(await probe.store(body, changes), code, 'the same call at the end of the run, after many others');
  };
  return { afterMs: Math.min(afterMs, 2 * ahead - CLOCKS_DIFFER_MS), look };
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
    '409 nonce_reused also at the end of the run, after many other nonces',
    (probe) => usedOnce(probe, probe.nonceWaitMs),
    NONCES_KEPT,
  ),
  advice('nonce.not_burned', 'A nonce that came with a bad signature is still good for the service', async (probe) => {
    const [body, nonce] = [probe.storeBody(), randomUUID()];
    await probe.store(body, { nonce, headers: forgedSignature() });
    accepted(await probe.store(body, { nonce }), 'the good store after a forged one with its nonce');
  }),
  advice(
    'nonce.claimed_once',
    'Of several calls with one nonce at the same moment exactly one is accepted, copies or not',
    async (probe) => {
      const body = probe.lookupBody(await stored(probe));
      const changes = fixedMoment(probe);
      for (const other of [() => probe.lookup(body, changes), () => probe.store(probe.storeBody(), changes)]) {
        const pairs = Array.from({ length: 4 }, () => [probe.lookup(body, changes), other()]);
        const passed = (await everyCall(pairs.flat())).filter(({ status }) => status === 200).length;
        if (passed !== 1) throw new CheckFailure(`${passed} of 8 calls with one nonce were accepted`);
        changes.nonce = randomUUID();
      }
    },
  ),
  advice(
    'nonce.form',
    '401 invalid_signature for a nonce that is not in UUID form',
    refuses4xxBoth('invalid_signature', { nonce: 'not-a-uuid' }),
    { withoutTrust: 'any key id' },
  ),
];
