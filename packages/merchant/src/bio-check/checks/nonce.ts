import { randomBytes, randomUUID } from 'node:crypto';
import { CheckFailure, type Check } from '../check.ts';
import { accepted, refused, refusedWith4xx, stored } from '../expectations.ts';

/** Step 5: each nonce once, and only the service can use one up. */
export const nonceChecks: readonly Check[] = [
  {
    id: 'nonce.replayed_store',
    title: '409 nonce_reused when a store is sent again byte for byte',
    askedBy: 'contract',
    async run(probe) {
      const [body, changes] = [
        probe.storeBody(),
        { nonce: randomUUID(), timestamp: new Date(probe.clock.now()).toISOString() },
      ];
      accepted(await probe.store(body, changes), 'the first store');
      refused(await probe.store(body, changes), 'nonce_reused', 'the replayed store');
    },
  },
  {
    id: 'nonce.replayed_lookup',
    title: '409 nonce_reused when a lookup is sent again byte for byte',
    askedBy: 'contract',
    async run(probe) {
      const body = probe.lookupBody(await stored(probe, probe.storeBody()));
      const changes = { nonce: randomUUID(), timestamp: new Date(probe.clock.now()).toISOString() };
      accepted(await probe.lookup(body, changes), 'the first lookup');
      refused(await probe.lookup(body, changes), 'nonce_reused', 'the replayed lookup');
    },
  },
  {
    id: 'nonce.across_endpoints',
    title: '409 nonce_reused when a nonce of a store comes back on a lookup',
    askedBy: 'contract',
    async run(probe) {
      const [body, nonce] = [probe.storeBody(), randomUUID()];
      accepted(await probe.store(body, { nonce }), 'the store');
      refused(await probe.lookup(probe.lookupBody(body), { nonce }), 'nonce_reused', 'a lookup with the same nonce');
    },
  },
  {
    id: 'nonce.remembered',
    title: '409 nonce_reused also when some time has passed since the nonce was used',
    askedBy: 'contract',
    explanation:
      'A call may be sent again for as long as its timestamp is within the tolerance. A nonce that is forgotten sooner lets it through twice: keep nonces for twice the tolerance at least, ten minutes by default.',
    async run(probe) {
      // As early as half of the wait, so that the timestamp is within the tolerance both times.
      const timestamp = new Date(probe.clock.now() + probe.nonceWaitMs / 2).toISOString();
      const [body, changes] = [probe.storeBody(), { nonce: randomUUID(), timestamp }];
      accepted(await probe.store(body, changes), 'the first store');
      await probe.clock.sleep(probe.nonceWaitMs);
      refused(await probe.store(body, changes), 'nonce_reused', `the same call ${probe.nonceWaitMs / 1000} s later`);
    },
  },
  {
    id: 'nonce.not_burned',
    title: 'A nonce that came with a bad signature is still good for the service',
    askedBy: 'advice',
    async run(probe) {
      const [body, nonce] = [probe.storeBody(), randomUUID()];
      await probe.store(body, {
        nonce,
        headers: { 'x-service-signature': `v2=${randomBytes(64).toString('base64')}` },
      });
      accepted(await probe.store(body, { nonce }), 'the good store after a forged one with its nonce');
    },
  },
  {
    id: 'nonce.claimed_once',
    title: 'Of several copies of one call at the same moment exactly one is accepted',
    askedBy: 'advice',
    async run(probe) {
      const body = probe.lookupBody(await stored(probe, probe.storeBody()));
      const changes = { nonce: randomUUID(), timestamp: new Date(probe.clock.now()).toISOString() };
      const replies = await Promise.all(Array.from({ length: 8 }, () => probe.lookup(body, changes)));
      const passed = replies.filter(({ status }) => status === 200).length;
      if (passed !== 1) throw new CheckFailure(`${passed} of 8 copies were accepted`);
    },
  },
  {
    id: 'nonce.form',
    title: '401 invalid_signature for a nonce that is not in UUID form',
    askedBy: 'advice',
    withoutTrust: 'any key id',
    run: async (probe) =>
      refusedWith4xx(
        probe,
        await probe.store(probe.storeBody(), { nonce: 'not-a-uuid' }),
        'a nonce that is no UUID',
        'invalid_signature',
      ),
  },
];
