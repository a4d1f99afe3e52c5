import { expect, it } from 'vitest';
import type { NewAuditEntry } from '../../audit/entry.ts';
import type { Store } from '../port/store.ts';
import { NOW, sampleClient, sampleKey, sampleMerchant } from './samples.ts';
import type { Fixture } from './fixture.ts';

type Act = (store: Store, id: string, entry: NewAuditEntry) => Promise<unknown>;

const webhook = (merchantId: string) => ({ merchantId, url: 'https://a.example/', caPem: null, createdAt: NOW });
const signIn = (id: string) =>
  ({ id, hash: id, role: 'read', merchantId: null, actor: 'ada', beganAt: NOW, usedAt: NOW }) as const;

/** In this order. Each needs the one before. */
const ACTS: Readonly<Record<string, Act>> = {
  'adds a merchant': ({ merchants }, id, entry) => merchants.add(sampleMerchant({ id }), entry),
  'adds a client': ({ merchants }, id, entry) => merchants.addClient(sampleClient({ id, merchantId: id }), entry),
  'adds a webhook': ({ webhooks }, id, entry) => webhooks.add({ ...webhook(id), secrets: [] }, entry),
  'pauses a webhook': ({ webhooks }, id, entry) => webhooks.pause(id, NOW, entry),
  'resumes a webhook': ({ webhooks }, id, entry) => webhooks.resume(id, NOW, entry),
  'disables a webhook': ({ webhooks }, id, entry) => webhooks.disable(id, NOW, entry),
  'removes a webhook': ({ webhooks }, id, entry) => webhooks.remove(id, entry),
  'suspends a merchant': ({ merchants }, id, entry) => merchants.suspend(id, NOW, entry),
  'resumes a merchant': ({ merchants }, id, entry) => merchants.resume(id, entry),
  'revokes a client': ({ merchants }, id, entry) => merchants.revokeClient(id, NOW, entry),
  'acknowledges a key': ({ keys }, id, entry) => keys.acknowledge(id, id, NOW, entry),
  'removes a key': ({ keys }, id, entry) => keys.remove(id, NOW, entry),
  'ends a sign-in': ({ console }, id, entry) => console.end(id, entry),
};
const ROUNDS = 10;

export function twoAtOnce(fixture: () => Fixture): void {
  it('of two operators at once one does it, with one audit entry', async () => {
    const { store, other } = fixture();
    for (let round = 0; round < ROUNDS; round++) {
      const id = `m_${round}`;
      await store.keys.add(sampleKey({ id, activatesAt: NOW + round }));
      await store.console.begin(signIn(id));
      for (const [what, act] of Object.entries(ACTS)) {
        const entry = { at: NOW, actor: 'operator:kim', action: what, subject: id, detail: {} };
        const done = await Promise.all([store, other].map((each) => act(each, id, entry)));
        expect([what, ...done.toSorted()]).toEqual([what, false, true]);
        const entries = await store.audit.list(9, undefined, { action: what, subject: id });
        expect([what, entries.length]).toEqual([what, 1]);
      }
    }
  });
}
