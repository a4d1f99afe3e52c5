import { expect, it } from 'vitest';
import { DAY, NOW, sampleClaim, sampleSession, walked } from './samples.ts';
import type { Fixture } from './fixture.ts';

export function retention(fixture: () => Fixture): void {
  it('erases the oldest first, at most the limit, and returns their number', async () => {
    const { store } = fixture();
    const sessions = [0, 1, 2, 3, 4].map((i) => sampleSession({ createdAt: NOW + i }));
    for (const session of sessions) await store.sessions.create(session);
    // A call ends after its time limit, but erases at least one row.
    for (let left = 3; left > 0; ) {
      const erased = await store.sessions.erase(NOW + 4, left);
      expect(erased).toBeGreaterThan(0);
      left -= erased;
      expect(left).toBeGreaterThanOrEqual(0);
    }
    expect(await store.sessions.list({ limit: 9 })).toStrictEqual([sessions[4], sessions[3]]);
    expect(await store.sessions.erase(NOW + 4, 3)).toBe(1);
    expect(await store.sessions.erase(NOW + 4, 3)).toBe(0);
    expect(await store.sessions.find(sessions[4]!.id)).toStrictEqual(sessions[4]);
  });

  it('an erased session leaves no event behind, its key is free when its time is over, and others keep theirs', async () => {
    const { store } = fixture();
    const [oldClaim, youngClaim] = [sampleClaim(), sampleClaim()];
    const old = sampleSession({ createdAt: NOW - DAY });
    await store.sessions.create(old, oldClaim);
    const young = sampleSession();
    await store.sessions.create(young, youngClaim);
    expect(await store.sessions.erase(NOW, 10)).toBe(1);
    expect(await store.sessions.events(old.id)).toEqual([]);
    expect(await store.sessions.events(young.id)).toHaveLength(1);
    expect(await store.sessions.create(sampleSession(), oldClaim)).toEqual({ outcome: 'created' });
    expect(await store.sessions.create(sampleSession(), youngClaim)).toStrictEqual({
      outcome: 'replayed',
      session: young,
    });
  });

  it('two concurrent processes erase each session once', async () => {
    const { store, other } = fixture();
    for (let i = 0; i < 20; i++) await walked(store, [{ event: 'open' }], { createdAt: NOW + i });
    const erased = await Promise.all([store.sessions.erase(NOW + DAY, 15), other.sessions.erase(NOW + DAY, 15)]);
    const rest = (await store.sessions.list({ limit: 99 })).length;
    expect(erased[0] + erased[1] + rest).toBe(20);
  });

  it('claims are erased by age and leave their sessions', async () => {
    const { store } = fixture();
    const claims = [0, 1, 2].map(() => sampleClaim());
    for (const [i, claim] of claims.entries())
      await store.sessions.create(sampleSession({ createdAt: NOW + i }), claim);
    expect(await store.sessions.eraseClaims(NOW + 2, 1)).toBe(1);
    expect(await store.sessions.eraseClaims(NOW + 2, 9)).toBe(1);
    expect(await store.sessions.eraseClaims(NOW + 2, 9)).toBe(0);
    expect(await store.sessions.create(sampleSession(), claims[2])).toMatchObject({ outcome: 'replayed' });
    expect(await store.sessions.create(sampleSession(), claims[0])).toEqual({ outcome: 'created' });
    expect(await store.sessions.list({ limit: 9 })).toHaveLength(4);
  });
}
