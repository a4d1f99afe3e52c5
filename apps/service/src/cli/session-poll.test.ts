import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openSqliteStore } from '../storage/sqlite.ts';
import { StoreUnavailableError, type Store } from '../storage/port/store.ts';
import { MINUTE, moveOf, NOW, sampleMerchant, sampleSession } from '../storage/test/samples.ts';
import { sessionPoll } from './session-poll.ts';

describe('polling for changes of sessions', () => {
  let folder: string;
  let store: Store;
  let warnings: string[];
  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'authly-poll-'));
    store = await openSqliteStore({ folder, environment: 'test' });
    await store.merchants.add(sampleMerchant());
    warnings = [];
  });
  afterEach(async () => {
    await store.close();
    rmSync(folder, { recursive: true, force: true });
  });

  const pollOf = (merchantId?: string, sessions = store.sessions): ReturnType<typeof sessionPoll> =>
    sessionPoll(sessions, { since: NOW, merchantId, warn: (text) => warnings.push(text) });
  const next = async (poll: ReturnType<typeof sessionPoll>): Promise<string[]> =>
    (await poll()).map(({ session, from, to }) => `${session.id} ${from ?? ''}>${to}`);

  it('returns a creation and its first transitions once, then each transition', async () => {
    const session = sampleSession();
    await store.sessions.create(session);
    const open = moveOf(session, { event: 'open' });
    await store.sessions.move(open);
    const poll = pollOf();
    expect(await next(poll)).toEqual([`${session.id} >created`, `${session.id} created>opened`]);
    expect(await next(poll)).toEqual([]);
    await store.sessions.move(moveOf(open.next, { event: 'cancel' }));
    expect(await next(poll)).toEqual([`${session.id} opened>canceled`]);
  });

  it('returns later transitions of an existing session', async () => {
    const old = sampleSession({ createdAt: NOW - MINUTE });
    await store.sessions.create(old);
    const poll = pollOf();
    expect(await next(poll)).toEqual([]);
    await store.sessions.move(moveOf(old, { event: 'open' }));
    expect(await next(poll)).toEqual([`${old.id} created>opened`]);
  });

  it('returns transitions of one merchant only', async () => {
    const [own, another] = [sampleSession({ merchantId: 'mer_2' }), sampleSession()];
    await store.merchants.add(sampleMerchant({ id: 'mer_2' }));
    for (const session of [own, another]) await store.sessions.create(session);
    expect(await next(pollOf('mer_2'))).toEqual([`${own.id} >created`]);
  });

  it('loses no transition while the store is down', async () => {
    const session = sampleSession();
    await store.sessions.create(session);
    let isDown = true;
    const poll = pollOf(undefined, {
      ...store.sessions,
      events: (id) =>
        isDown ? Promise.reject(new StoreUnavailableError('unreachable', 'down')) : store.sessions.events(id),
    });
    expect([await next(poll), warnings]).toEqual([[], ['down']]);
    isDown = false;
    expect(await next(poll)).toEqual([`${session.id} >created`]);
  });
});
