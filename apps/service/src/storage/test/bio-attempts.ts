import { expect, it } from 'vitest';
import { NOW, sampleAttempt, sampleSession } from './samples.ts';
import type { Fixture } from './fixture.ts';

export function bioAttempts(fixture: () => Fixture): void {
  it('any process reads the attempts in order', async () => {
    const { store, other } = fixture();
    const [session, quiet] = [sampleSession(), sampleSession()];
    for (const each of [session, quiet]) await store.sessions.create(each);
    const attempts = [
      sampleAttempt({ stage: 'connect', status: null, reason: 'ECONNREFUSED', failure: 'merchant_bio_unavailable' }),
      sampleAttempt({ attempt: 2 }),
    ];
    await store.bioAttempts.note(session.id, attempts);
    expect(await other.bioAttempts.of(session.id)).toStrictEqual(attempts);
    expect(await other.bioAttempts.of(quiet.id)).toEqual([]);
    expect(await other.bioAttempts.sessionOf('req_1')).toBe(session.id);
    expect(await other.bioAttempts.sessionOf('req%1')).toBeUndefined();
  });

  it('attempts are erased with their session, and not stored for an erased one', async () => {
    const { store } = fixture();
    const [old, young] = [sampleSession({ createdAt: NOW - 1 }), sampleSession()];
    for (const each of [old, young]) {
      await store.sessions.create(each);
      await store.bioAttempts.note(each.id, [sampleAttempt()]);
    }
    await store.sessions.erase(NOW, 10);
    await store.bioAttempts.note(old.id, [sampleAttempt()]);
    expect(await store.bioAttempts.of(old.id)).toEqual([]);
    expect(await store.bioAttempts.of(young.id)).toHaveLength(1);
  });
}
