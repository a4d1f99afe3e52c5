import { expect, it } from 'vitest';
import type { BioAttempt } from '../../session/bio-attempt.ts';
import { NOW, sampleSession } from './samples.ts';
import type { Fixture } from './fixture.ts';

const attempt = (changes: Partial<BioAttempt> = {}): BioAttempt => ({
  at: NOW,
  call: 'store',
  url: 'https://bio.shop.example/store',
  requestId: 'req_1',
  attempt: 1,
  stage: 'connect',
  status: null,
  code: null,
  reason: 'ECONNREFUSED',
  failure: 'merchant_bio_unavailable',
  ms: 12,
  ...changes,
});

export function bioAttempts(fixture: () => Fixture): void {
  it('any process reads the attempts in order', async () => {
    const { store, other } = fixture();
    const [session, quiet] = [sampleSession(), sampleSession()];
    for (const each of [session, quiet]) await store.sessions.create(each);
    const attempts = [attempt(), attempt({ attempt: 2, stage: 'body', status: 200, reason: null, failure: null })];
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
      await store.bioAttempts.note(each.id, [attempt()]);
    }
    await store.sessions.erase(NOW, 10);
    await store.bioAttempts.note(old.id, [attempt()]);
    expect(await store.bioAttempts.of(old.id)).toEqual([]);
    expect(await store.bioAttempts.of(young.id)).toHaveLength(1);
  });
}
