import { LIMITS } from '@authly/contract/wire/limits';
import { expect, it } from 'vitest';
import { sampleClaim, sampleSession, NOW } from './samples.ts';
import type { Session } from '../../session/session.ts';
import type { IdempotencyClaim } from '../port/store.ts';
import type { Fixture } from './fixture.ts';

export function creation(fixture: () => Fixture): void {
  it('a created session is returned as given, with its first event', async () => {
    const { store, other } = fixture();
    const session = sampleSession();
    expect(await store.sessions.create(session)).toEqual({ outcome: 'created' });
    expect(await other.sessions.find(session.id)).toStrictEqual(session);
    expect(await other.sessions.events(session.id)).toStrictEqual([
      { event: 'create', from: null, to: 'created', at: NOW },
    ]);
  });

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

  it('the same key and body replay the first session in any state', async () => {
    const { store, other } = fixture();
    const first = sampleSession();
    const claim = sampleClaim();
    await store.sessions.create(first, claim);
    const second = sampleSession({ createdAt: NOW + 1000 });
    expect(await other.sessions.create(second, claim)).toStrictEqual({ outcome: 'replayed', session: first });
    expect(await other.sessions.find(second.id)).toBeUndefined();
    expect(await other.sessions.events(second.id)).toEqual([]);
  });

  it('the same key with another body is a conflict and creates nothing', async () => {
    const { store } = fixture();
    const claim = sampleClaim();
    await store.sessions.create(sampleSession(), claim);
    const second = sampleSession();
    expect(await store.sessions.create(second, { ...claim, fingerprint: 'e'.repeat(64) })).toEqual({
      outcome: 'conflict',
    });
    expect(await store.sessions.find(second.id)).toBeUndefined();
  });

  it('a key belongs to one merchant and one endpoint', async () => {
    const { store } = fixture();
    const claim = sampleClaim();
    for (const scope of [
      claim,
      { ...claim, merchantId: 'mer_2' },
      { ...claim, endpoint: 'verifications' },
      { ...claim, key: claim.key.toUpperCase() },
    ]) {
      expect(await store.sessions.create(sampleSession(), scope)).toEqual({ outcome: 'created' });
    }
  });

  it('a claim of 24 h less 1 ms is valid', async () => {
    const { store } = fixture();
    const claim = sampleClaim();
    const first = sampleSession();
    await store.sessions.create(first, claim);
    const later = sampleSession({ createdAt: NOW + LIMITS.idempotencyRetentionMs - 1 });
    expect(await store.sessions.create(later, claim)).toStrictEqual({ outcome: 'replayed', session: first });
    expect(await store.sessions.create(later, { ...claim, fingerprint: 'other' })).toEqual({ outcome: 'conflict' });
  });

  it('a claim of 24 h has expired, swept or not: the key creates a new session and then replays that one', async () => {
    const { store } = fixture();
    const claim = sampleClaim();
    const reused = { ...claim, fingerprint: 'a'.repeat(64) };
    await store.sessions.create(sampleSession(), claim);
    const next = sampleSession({ createdAt: NOW + LIMITS.idempotencyRetentionMs });
    expect(await store.sessions.create(next, reused)).toEqual({ outcome: 'created' });
    expect(await store.sessions.create(sampleSession({ createdAt: next.createdAt + 1 }), reused)).toStrictEqual({
      outcome: 'replayed',
      session: next,
    });
  });

  it('50 concurrent creations with one key create one session, and all return it', async () => {
    const { store, other } = fixture();
    const claim = sampleClaim();
    const sessions = Array.from({ length: 50 }, () => sampleSession());
    const outcomes = await Promise.all(
      sessions.map((session, i) => (i % 2 === 0 ? store : other).sessions.create(session, claim)),
    );
    const made = sessions.filter((_, i) => outcomes[i]!.outcome === 'created');
    expect(made).toHaveLength(1);
    for (const outcome of outcomes)
      if (outcome.outcome !== 'created') expect(outcome).toStrictEqual({ outcome: 'replayed', session: made[0] });
    expect(await store.sessions.list({ limit: 100 })).toStrictEqual(made);
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
