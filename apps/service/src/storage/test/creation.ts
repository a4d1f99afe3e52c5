import { LIMITS } from '@authly/contract/wire/limits';
import { expect, it } from 'vitest';
import { sampleClaim, sampleSession, NOW } from './samples.ts';
import type { Session } from '../../session/session.ts';
import type { IdempotencyClaim } from '../port/store.ts';
import type { Fixture } from './fixture.ts';

export function creation(fixture: () => Fixture): void {
  it('keeps absent values', async () => {
    const { store } = fixture();
    const session = sampleSession({
      mode: 'enroll',
      payload: {},
      returnUrl: null,
      locale: null,
      displayText: null,
      metadata: null,
    });
    await store.sessions.create(session);
    expect(await store.sessions.find(session.id)).toStrictEqual(session);
  });

  it('returns text of every script and metadata of every shape unchanged', async () => {
    const { store } = fixture();
    const metadata = {
      b: 1,
      a: [true, null, 0.1, -1e21, Number.MAX_SAFE_INTEGER, { deep: [[[{}]]] }],
      '': 'empty key',
      emoji: '👩‍👩‍👧 🇰🇷 \u{1F600}',
      control: '\u0001\u001f\u007f\u2028\\"\'%_',
      한글: 'é e\u0301 ß ﷽',
    };
    const session = sampleSession({ merchantUserRef: "사용자 👍 \u0001 '; DROP TABLE sessions; --", metadata });
    await store.sessions.create(session);
    const found = await store.sessions.find(session.id);
    expect(found).toStrictEqual(session);
    expect(JSON.stringify(found!.metadata)).toBe(JSON.stringify(metadata));
  });

  it('a duplicate id fails, and nothing of the second session is stored', async () => {
    const { store } = fixture();
    const session = sampleSession();
    const claim = sampleClaim();
    await store.sessions.create(session);
    await expect(store.sessions.create({ ...session, merchantUserRef: 'someone else' }, claim)).rejects.toThrow(
      /unique/i,
    );
    expect(await store.sessions.find(session.id)).toStrictEqual(session);
    expect(await store.sessions.events(session.id)).toHaveLength(1);
    expect(await store.sessions.create(sampleSession(), claim)).toEqual({ outcome: 'created' });
  });

  it('50 concurrent creations on one expired claim create one session', async () => {
    const { store, other } = fixture();
    const claim = sampleClaim();
    await store.sessions.create(sampleSession(), claim);
    const sessions = Array.from({ length: 50 }, () =>
      sampleSession({ createdAt: NOW + LIMITS.idempotencyRetentionMs }),
    );
    const outcomes = await Promise.all(
      sessions.map((session, i) => (i % 2 === 0 ? store : other).sessions.create(session, claim)),
    );
    expect(outcomes.filter(({ outcome }) => outcome === 'created')).toHaveLength(1);
    expect(outcomes.filter(({ outcome }) => outcome === 'replayed')).toHaveLength(49);
  });

  it('concurrent creations succeed, replay, conflict or fail independently', async () => {
    const { store, other } = fixture();
    const [held, taken] = [sampleClaim(), sampleSession()];
    const first = sampleSession();
    await store.sessions.create(first, held);
    await store.sessions.create(taken);
    const withKey = sampleSession({
      merchantUserRef: "사용자 👍 \u0001 '; --",
      metadata: { a: ['"', '\\', null, 0.1] },
    });
    const withoutKey = sampleSession({ mode: 'enroll', payload: {}, returnUrl: null, metadata: null });
    const repeated = sampleClaim({ key: 'twice' });
    const calls: [Session, IdempotencyClaim?][] = [
      [withKey, sampleClaim({ key: 'another' })],
      [withoutKey],
      [sampleSession(), held],
      [sampleSession(), { ...held, fingerprint: 'e'.repeat(64) }],
      [sampleSession(), repeated],
      [sampleSession(), repeated],
    ];
    const create = (some: typeof calls) => Promise.allSettled(some.map((each) => store.sessions.create(...each)));
    const made = (outcome: object) => ({ status: 'fulfilled', value: outcome });
    const outcomes = await create(calls);
    expect(outcomes.slice(0, 4)).toEqual([
      made({ outcome: 'created' }),
      made({ outcome: 'created' }),
      made({ outcome: 'replayed', session: first }),
      made({ outcome: 'conflict' }),
    ]);
    const ofOneKey = outcomes.slice(4).map((each) => (each.status === 'fulfilled' ? each.value.outcome : each.status));
    expect(ofOneKey.sort()).toEqual(['created', 'replayed']);
    for (const session of [withKey, withoutKey]) {
      expect(await other.sessions.find(session.id)).toStrictEqual(session);
      expect(await other.sessions.events(session.id)).toHaveLength(1);
    }

    const [neighbor, refused] = await create([[sampleSession(), sampleClaim({ key: 'beside' })], [taken]]);
    expect([neighbor!.status, refused!.status]).toEqual(['fulfilled', 'rejected']);
    expect(await store.sessions.list({ limit: 100 })).toHaveLength(6);
  });
}
