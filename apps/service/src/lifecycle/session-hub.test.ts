import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { TestClock } from '../../test/test-clock.ts';
import { openSqliteStore } from '../storage/sqlite.ts';
import type { Store } from '../storage/port/store.ts';
import { MINUTE, moveOf, NOW, sampleSession } from '../storage/test/samples.ts';
import type { Session } from '../session/session.ts';
import { SessionHub, statusOrJoinChanged } from './session-hub.ts';
import type { Subscriber } from './watched-session.ts';

describe('waiting for a session', () => {
  let folder: string;
  let store: Store;
  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'authly-hub-'));
    store = await openSqliteStore({ folder, environment: 'test' });
  });
  afterEach(async () => {
    await store.close();
    rmSync(folder, { recursive: true, force: true });
  });

  it('a session that expires during the wait is returned as expired, even if the wait ends at the same time', async () => {
    const clock = new TestClock(NOW);
    const session = sampleSession({ expiresAt: NOW + MINUTE });
    await store.sessions.create(session);
    let isFirst = true;
    const sessions: Store['sessions'] = {
      ...store.sessions,
      async find(id) {
        const found = await store.sessions.find(id);
        if (isFirst) clock.move(MINUTE);
        isFirst = false;
        return found;
      },
    };
    const hub = new SessionHub({ sessions, clock });
    expect(await hub.waitForChange(session, 25_000, new AbortController().signal)).toMatchObject({
      status: 'expired',
      failureCode: 'session_expired',
    });
    hub.drain();
  });

  describe('subscribers', () => {
    /** Records its calls. */
    const told = (): { said: string[]; subscriber: Subscriber } => {
      const said: string[] = [];
      const subscriber: Subscriber = {
        silenceMs: 20_000,
        hasChanged: statusOrJoinChanged,
        changed: ({ status }) => void said.push(status),
        silent: () => void said.push('silence'),
        over: () => void said.push('over'),
      };
      return { said, subscriber };
    };
    const made = async (count: number): Promise<Session[]> => {
      const sessions = Array.from({ length: count }, () => sampleSession());
      for (const session of sessions) await store.sessions.create(session);
      return sessions;
    };

    it('a change without a notification is found within ten seconds, with one query for many sessions', async () => {
      const clock = new TestClock(NOW);
      const questions: number[] = [];
      let asked = (): void => {};
      const sessions: Store['sessions'] = {
        ...store.sessions,
        onChange: () => () => {},
        summaries: async (ids) => {
          questions.push(ids.length);
          return store.sessions.summaries(ids).finally(asked);
        },
      };
      const hub = new SessionHub({ sessions, clock });
      const all = (await made(100)).map((session) => ({ session, ...told() }));
      for (const { session, subscriber } of all) hub.subscribe(session, subscriber);
      // Each has read its session.
      await setImmediate();
      for (const { session } of all) await store.sessions.move(moveOf(session, { event: 'open' }));
      for (let passed = 0; passed < 10_000; passed += 500) {
        const looked = new Promise<void>((resolve) => (asked = resolve));
        clock.move(500);
        await looked;
        await expect.poll(() => clock.waiting).toBe(all.length + 1);
      }
      expect(all.map(({ said }) => said)).toEqual(all.map(() => ['opened']));
      expect(questions).toEqual(Array.from({ length: 20 }, () => 5));
      hub.drain();
    });

    it('are called for silence without a query, once for each change, and at the end', async () => {
      const clock = new TestClock(NOW);
      const hub = new SessionHub({ sessions: store.sessions, clock });
      const [session] = await made(1);
      const { said, subscriber } = told();
      hub.subscribe(session!, subscriber);
      await setImmediate();
      const find = vi.spyOn(store.sessions, 'find');
      for (let i = 0; i < 3; i++) clock.move(20_000);
      expect([said, find.mock.calls.length]).toEqual([['silence', 'silence', 'silence'], 0]);
      find.mockRestore();
      const opened = moveOf(session!, { event: 'open' });
      await store.sessions.move(opened);
      await store.sessions.move(moveOf(opened.next, { event: 'cancel' }));
      await expect.poll(() => said.at(-1)).toBe('over');
      // Two changes at once may arrive as one, with the last status.
      expect(said.slice(3).filter((word) => word !== 'opened')).toEqual(['canceled', 'over']);
      hub.drain();
    });

    it('end when the process drains, and are not called after they unsubscribe', async () => {
      const clock = new TestClock(NOW);
      const hub = new SessionHub({ sessions: store.sessions, clock });
      const [session] = await made(1);
      const [stays, goes] = [told(), told()];
      hub.subscribe(session!, stays.subscriber);
      hub.subscribe(session!, goes.subscriber)();
      hub.drain();
      expect([stays.said, goes.said]).toEqual([['over'], []]);
      clock.move(60_000);
      expect([stays.said, clock.waiting]).toEqual([['over'], 0]);
    });

    it('of one session share the read of a change', async () => {
      const hub = new SessionHub({ sessions: store.sessions, clock: new TestClock(NOW) });
      const [session] = await made(1);
      const all = [told(), told(), told()];
      for (const { subscriber } of all) hub.subscribe(session!, subscriber);
      await setImmediate();
      const find = vi.spyOn(store.sessions, 'find');
      await store.sessions.move(moveOf(session!, { event: 'open' }));
      await expect.poll(() => all.map(({ said }) => said)).toEqual(all.map(() => ['opened']));
      expect(find).toHaveBeenCalledTimes(1);
      hub.drain();
    });

    describe('added while the session is read', () => {
      /** The first subscriber's read begins before or after the session moves, and ends when the second subscriber is there. */
      async function subscribeDuringRead(move: 'open' | 'expire', begins: 'before' | 'after') {
        const [session] = await made(1);
        const gate = Promise.withResolvers<void>();
        let isFirst = true;
        const sessions: Store['sessions'] = {
          ...store.sessions,
          async find(id) {
            const found = await store.sessions.find(id);
            if (isFirst) await gate.promise;
            isFirst = false;
            return found;
          },
        };
        const hub = new SessionHub({ sessions, clock: new TestClock(NOW) });
        const [early, late] = [told(), told()];
        const moved = moveOf(session!, { event: move });
        if (begins === 'after') await store.sessions.move(moved);
        hub.subscribe(session!, early.subscriber);
        await setImmediate();
        if (begins === 'before') await store.sessions.move(moved);
        hub.subscribe(begins === 'before' ? moved.next : session!, late.subscriber);
        gate.resolve();
        return { early, late, hub };
      }

      it('are not called with an older status', async () => {
        const { early, late, hub } = await subscribeDuringRead('open', 'before');
        await expect.poll(() => early.said).toEqual(['opened']);
        expect(late.said).toEqual([]);
        hub.drain();
      });

      it('are called with the last status before the end', async () => {
        const { early, late, hub } = await subscribeDuringRead('expire', 'after');
        await expect
          .poll(() => [early.said, late.said])
          .toEqual([
            ['expired', 'over'],
            ['expired', 'over'],
          ]);
        hub.drain();
      });
    });
  });
});
