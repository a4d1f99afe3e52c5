import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { TestClock } from '../../test/test-clock.ts';
import { openSqliteStore } from '../storage/sqlite.ts';
import { StoreUnavailableError, type Store } from '../storage/store.ts';
import { MINUTE, moveOf, NOW, sampleMerchant, sampleSession } from '../storage/test/samples.ts';
import { SessionFeed, type FeedMove, type FeedOptions } from './session-feed.ts';

describe('the feed of what happens to sessions', () => {
  let folder: string;
  let store: Store;
  let clock: TestClock;
  let stop: AbortController;
  let trouble: string[];
  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'authly-feed-'));
    store = await openSqliteStore({ folder, environment: 'test' });
    await store.merchants.add(sampleMerchant());
    [clock, stop, trouble] = [new TestClock(NOW), new AbortController(), []];
  });
  afterEach(async () => {
    stop.abort();
    await store.close();
    rmSync(folder, { recursive: true, force: true });
  });

  const feed = (options: Partial<FeedOptions> = {}): AsyncGenerator<FeedMove[]> =>
    new SessionFeed({
      sessions: store.sessions,
      clock,
      since: NOW,
      stopped: stop.signal,
      onTrouble: (what) => trouble.push(what),
      ...options,
    }).moves();
  const next = async (moves: AsyncGenerator<FeedMove[]>): Promise<string[] | undefined> => {
    const { value, done } = await moves.next();
    return done === true ? undefined : value.map(({ sessionId, from, to }) => `${sessionId} ${from ?? ''}>${to}`);
  };

  it('tells a creation with its first moves once, then each move alone, and ends when it is stopped', async () => {
    const session = sampleSession();
    await store.sessions.create(session);
    const open = moveOf(session, { event: 'open' });
    await store.sessions.move(open);
    const moves = feed();
    expect(await next(moves)).toEqual([`${session.id} >created`, `${session.id} created>${open.next.status}`]);
    const told = next(moves);
    await store.sessions.move(moveOf(open.next, { event: 'cancel' }));
    expect(await told).toEqual([`${session.id} ${open.next.status}>canceled`]);
    const ended = next(moves);
    stop.abort();
    expect(await ended).toBeUndefined();
  });

  it('a creation, of which no notice comes, is told within a second', async () => {
    const moves = feed();
    const told = next(moves);
    await expect.poll(() => clock.waiting).toBe(1);
    const session = sampleSession();
    await store.sessions.create(session);
    clock.move(1000);
    expect(await told).toEqual([`${session.id} >created`]);
  });

  it('a session that was there before is told of from its next move on', async () => {
    const old = sampleSession({ createdAt: NOW - MINUTE });
    await store.sessions.create(old);
    const moves = feed();
    const told = next(moves);
    await expect.poll(() => clock.waiting).toBe(1);
    const open = moveOf(old, { event: 'open' });
    await store.sessions.move(open);
    expect(await told).toEqual([`${old.id} created>${open.next.status}`]);
  });

  it('of one merchant: nothing of others', async () => {
    const [own, another] = [sampleSession({ merchantId: 'mer_2' }), sampleSession()];
    await store.merchants.add(sampleMerchant({ id: 'mer_2' }));
    for (const session of [own, another]) await store.sessions.create(session);
    const moves = feed({ merchantId: 'mer_2' });
    expect(await next(moves)).toEqual([`${own.id} >created`]);
    const told = next(moves);
    await store.sessions.move(moveOf(another, { event: 'open' }));
    const open = moveOf(own, { event: 'open' });
    await store.sessions.move(open);
    expect(await told).toEqual([`${own.id} created>${open.next.status}`]);
  });

  it('goes on when a store that was away is back, and loses nothing of it', async () => {
    const session = sampleSession();
    await store.sessions.create(session);
    let isAway = true;
    const sessions: Store['sessions'] = {
      ...store.sessions,
      events: (id) =>
        isAway ? Promise.reject(new StoreUnavailableError('unreachable', 'away')) : store.sessions.events(id),
    };
    const told = next(feed({ sessions }));
    await expect.poll(() => clock.waiting).toBe(1);
    expect(trouble).toEqual(['away']);
    isAway = false;
    clock.move(1000);
    expect(await told).toEqual([`${session.id} >created`]);
  });
});
