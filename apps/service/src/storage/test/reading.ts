import type { FailureCode } from '@authly/contract/wire/failure-codes';
import { expect, it } from 'vitest';
import { clockMove } from '../../session/move.ts';
import type { NewSession, Session } from '../../session/session.ts';
import type { SessionFilter, Store } from '../port/store.ts';
import { CALLBACK, CLAIM_BY_BUTTON, CLAIM_BY_QR, MINUTE, NOW, sampleSession, walked } from './samples.ts';
import type { Fixture } from './fixture.ts';

const ids = (sessions: readonly { id: string }[]): string[] => sessions.map(({ id }) => id);

const listed = async ({ sessions }: Store, filter: Partial<SessionFilter> = {}): Promise<string[]> =>
  ids(await sessions.list({ limit: 9, ...filter }));
const failed = (store: Store, failureCode: FailureCode, fields: Partial<NewSession>): Promise<Session> =>
  walked(store, [{ event: 'open' }, CLAIM_BY_BUTTON, CALLBACK, { event: 'fail', failureCode }], fields);

/** Finds due sessions without moving them. */
async function due(store: Store, now: number, limit: number): Promise<Session[]> {
  const found: Session[] = [];
  await store.sessions.moveDue(now, limit, (session) => void found.push(session));
  return found;
}

export function reading(fixture: () => Fixture): void {
  it('an unknown session is not found and has no events', async () => {
    const { store } = fixture();
    for (const id of ['ses_unknown', '', "'", 'ses_👍', 'x'.repeat(10_000)]) {
      expect(await store.sessions.find(id)).toBeUndefined();
      expect(await store.sessions.events(id)).toEqual([]);
    }
  });

  it('returns summaries of many sessions, and leaves out unknown ones', async () => {
    const { store } = fixture();
    const created = await walked(store, []);
    const joined = await walked(store, [{ event: 'open' }, CLAIM_BY_QR]);
    const confirmed = await walked(store, [{ event: 'open' }, CLAIM_BY_QR]);
    await store.sessions.checkNumber(confirmed.id, '07');
    const asked = [created.id, 'ses_unknown', "'", '', joined.id, confirmed.id];
    const summaries = await store.sessions.summaries(asked);
    expect(new Map(summaries.map((summary) => [summary.id, summary]))).toStrictEqual(
      new Map([
        [created.id, { id: created.id, status: 'created', confirmed: false }],
        [joined.id, { id: joined.id, status: 'app_launched', confirmed: false }],
        [confirmed.id, { id: confirmed.id, status: 'app_launched', confirmed: true }],
      ]),
    );
    expect(await store.sessions.summaries([])).toEqual([]);
  });

  it('concurrent finds return each session or undefined', async () => {
    const { store } = fixture();
    const made = await Promise.all(Array.from({ length: 5 }, () => walked(store, [])));
    const wanted = [...ids(made), 'ses_unknown', "'}", made[0]!.id];
    const found = await Promise.all(wanted.map((id) => store.sessions.find(id)));
    expect(found).toStrictEqual([...made, undefined, undefined, made[0]]);
  });

  it('finds a session by the id of the request that created it', async () => {
    const { store, other } = fixture();
    const session = sampleSession({ requestId: 'request-1' });
    for (const each of [session, sampleSession({ requestId: null })]) await store.sessions.create(each);
    expect(await other.sessions.ofRequest('request-1')).toBe(session.id);
    expect((await other.sessions.find(session.id))?.requestId).toBe('request-1');
    for (const unknown of ['request-2', '', "'"]) expect(await store.sessions.ofRequest(unknown)).toBeUndefined();
  });

  it('lists the newest first and pages backwards, by merchant and by status', async () => {
    const { store } = fixture();
    const made = [];
    for (let i = 0; i < 6; i++)
      made.push(
        await walked(store, i < 3 ? [] : [{ event: 'open' }], { createdAt: NOW + i, merchantId: `mer_${i % 2}` }),
      );
    const newest = ids(made).toReversed();
    expect(await listed(store)).toEqual(newest);
    expect(await listed(store, { limit: 2 })).toEqual(newest.slice(0, 2));
    expect(await listed(store, { limit: 2, beforeId: newest[1] })).toEqual(newest.slice(2, 4));
    expect(await listed(store, { merchantId: 'mer_1' })).toEqual([newest[0], newest[2], newest[4]]);
    expect(await listed(store, { status: 'created' })).toEqual(newest.slice(3));
    expect(await listed(store, { merchantId: 'mer_1', status: 'opened', beforeId: newest[0] })).toEqual([newest[2]]);
    expect(await listed(store, { fromId: newest[2], beforeId: newest[0] })).toEqual(newest.slice(1, 3));
    expect(await store.sessions.list({ limit: 10, merchantId: 'nobody' })).toEqual([]);
  });

  it('lists by final status, failure code and mode', async () => {
    const { store } = fixture();
    const made = [
      await failed(store, 'provider_error', { mode: 'verify' }),
      await failed(store, 'quality_too_low', { createdAt: NOW + 1, mode: 'enroll' }),
      await failed(store, 'provider_error', { createdAt: NOW + 2, mode: 'enroll' }),
      await walked(store, [{ event: 'open' }, { event: 'cancel' }], { createdAt: NOW + 3 }),
      await walked(store, [], { createdAt: NOW + 4 }),
    ];
    const [verifying, enrolling, broken, canceled, created] = ids(made);
    expect(await listed(store, { status: 'failed' })).toEqual([broken, enrolling, verifying]);
    expect(await listed(store, { status: 'failed', beforeId: broken })).toEqual([enrolling, verifying]);
    expect(await listed(store, { failureCode: 'provider_error' })).toEqual([broken, verifying]);
    expect(await listed(store, { failureCode: 'provider_error', mode: 'enroll' })).toEqual([broken]);
    expect(await listed(store, { status: 'canceled' })).toEqual([canceled]);
    expect(await listed(store, { status: 'created' })).toEqual([created]);
  });

  it('finds part of an id, several merchants or codes', async () => {
    const { store } = fixture();
    const made = [];
    for (let i = 0; i < 4; i++) made.push(await walked(store, [], { createdAt: NOW + i, merchantId: `mer_${i}` }));
    const broken = await failed(store, 'provider_error', { createdAt: NOW + 4 });
    const nothing = { idPart: '%', merchantIds: [], failureCodes: [] };
    const found = async (search: object, more = {}): Promise<string[]> =>
      ids(await store.sessions.list({ limit: 9, search: { ...nothing, ...search }, ...more }));
    expect(await found({})).toEqual([]);
    expect(await found({ idPart: '_' })).toHaveLength(5);
    expect(await found({ idPart: made[2]!.id.slice(-8).toUpperCase() })).toEqual([made[2]!.id]);
    expect(await found({ merchantIds: ['mer_0', 'mer_3'], failureCodes: ['provider_error'] })).toEqual([
      broken.id,
      made[3]!.id,
      made[0]!.id,
    ]);
    expect(await found({ merchantIds: ['mer_0', 'mer_3'] }, { beforeId: made[3]!.id, limit: 1 })).toEqual([
      made[0]!.id,
    ]);
    expect(await found({ merchantIds: ['mer_0'] }, { status: 'failed' })).toEqual([]);
    const users = await walked(store, [], { createdAt: NOW + 5, merchantId: 'mer_0', merchantUserRef: 'h-12' });
    const ofUser = async (userRef: string, merchantId: string) =>
      ids(await store.sessions.list({ limit: 9, merchantId, search: { userRef } }));
    expect([await ofUser('h-12', 'mer_0'), await ofUser('h-1', 'mer_0'), await ofUser('h-12', 'mer_1')]).toEqual([
      [users.id],
      [],
      [],
    ]);
  });

  it('finds part of the text that a user approved, in small or capital letters, and of one user', async () => {
    const { store } = fixture();
    const made = [];
    for (const [i, displayText] of ['Pay € 9.50 to ÉCLAIR', 'Pay 100% of € 19.50', null].entries())
      made.push(await walked(store, [], { createdAt: NOW + i, merchantUserRef: `u-${i}`, displayText }));
    const [eclair, all] = made.map(({ id }) => id);
    const merchantId = made[0]!.merchantId;
    const found = async (search: { text: string; userRef?: string }) =>
      ids(await store.sessions.list({ limit: 9, merchantId, search }));
    expect(await found({ text: '9.50' })).toEqual([all, eclair]);
    expect(await found({ text: 'PAY € 9' })).toEqual([eclair]);
    expect(await found({ text: 'ÉCLAIR' })).toEqual([eclair]);
    expect(await found({ text: '0%' })).toEqual([all]);
    expect(await found({ text: '9.50', userRef: 'u-1' })).toEqual([all]);
    expect(await found({ text: '_' })).toEqual([]);
  });

  it('ids of one time are ordered as bytes in both stores', async () => {
    const { store } = fixture();
    const made = ['ses_a', 'ses_B', 'ses_1', 'ses_é', 'ses__'].map((id) => sampleSession({ id }));
    for (const session of made) await store.sessions.create(session);
    expect(await listed(store)).toEqual(['ses_é', 'ses_a', 'ses__', 'ses_B', 'ses_1']);
  });

  it('due sessions have reached their deadline to the millisecond, oldest first', async () => {
    const { store } = fixture();
    const early = sampleSession({ createdAt: NOW - MINUTE, expiresAt: NOW - 1 });
    const exact = sampleSession({ createdAt: NOW - MINUTE, expiresAt: NOW });
    const notYet = sampleSession({ createdAt: NOW - MINUTE, expiresAt: NOW + 1 });
    for (const session of [notYet, exact, early]) await store.sessions.create(session);
    expect(await due(store, NOW, 10)).toStrictEqual([early, exact]);
    expect(await due(store, NOW, 1)).toStrictEqual([early]);
    expect(await due(store, NOW - 2, 10)).toEqual([]);
  });

  it('after the callback the processing deadline counts, not expires_at', async () => {
    const { store } = fixture();
    const session = await walked(store, [{ event: 'open' }, CLAIM_BY_BUTTON, CALLBACK], {
      createdAt: NOW - MINUTE,
      expiresAt: NOW + 1,
    });
    expect(await due(store, NOW + 24_999, 10)).toEqual([]);
    expect(await due(store, NOW + 25_000, 10)).toStrictEqual([session]);
  });

  it('two processes that sweep at once end each due session once', async () => {
    const { store, other } = fixture();
    const sessions = Array.from({ length: 20 }, () => sampleSession({ createdAt: NOW - MINUTE, expiresAt: NOW - 1 }));
    for (const session of sessions) await store.sessions.create(session);
    const sweep = ({ sessions }: Store) => sessions.moveDue(NOW, 15, (session) => clockMove(session, NOW));
    const moves = [...(await Promise.all([sweep(store), sweep(other)])).flat(), ...(await sweep(store))];
    expect(moves.map(({ sessionId }) => sessionId).toSorted()).toEqual(sessions.map(({ id }) => id).toSorted());
    for (const { id } of sessions) {
      expect(await store.sessions.find(id)).toMatchObject({ status: 'expired', failureCode: 'session_expired' });
      expect(await store.sessions.events(id)).toHaveLength(2);
    }
    expect(await due(store, NOW, 10)).toEqual([]);
  });
}
