import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { TestClock } from '../../test/test-clock.ts';
import { openSqliteStore } from '../storage/sqlite.ts';
import type { Store } from '../storage/store.ts';
import { MINUTE, moveOf, NOW, sampleSession } from '../storage/test/samples.ts';
import type { Session } from '../session/session.ts';
import type { Follower } from './followed-session.ts';
import { SessionWatch } from './session-watch.ts';

describe('waiting for a session', () => {
  let folder: string;
  let store: Store;
  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'authly-watch-'));
    store = await openSqliteStore({ folder, environment: 'test' });
  });
  afterEach(async () => {
    await store.close();
    rmSync(folder, { recursive: true, force: true });
  });

  it('a session whose time runs out while it is read is shown as expired, also when the wait ends with it', async () => {
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
    const watch = new SessionWatch({ sessions, clock });
    expect(await watch.changed(session, 25_000, new AbortController().signal)).toMatchObject({
      status: 'expired',
      failureCode: 'session_expired',
    });
    watch.drain();
  });

  describe('many who follow', () => {
    /** Says what it is told. */
    const told = (): { said: string[]; follower: Follower } => {
      const said: string[] = [];
      const follower: Follower = {
        silenceMs: 20_000,
        changed: ({ status }) => void said.push(status),
        silent: () => void said.push('silence'),
        over: () => void said.push('over'),
      };
      return { said, follower };
    };
    const made = async (count: number): Promise<Session[]> => {
      const sessions = Array.from({ length: count }, () => sampleSession());
      for (const session of sessions) await store.sessions.create(session);
      return sessions;
    };

    it('a change whose notice was lost is seen within ten seconds: all are looked at, many in one question', async () => {
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
      const watch = new SessionWatch({ sessions, clock });
      const all = (await made(100)).map((session) => ({ session, ...told() }));
      for (const { session, follower } of all) watch.follow(session, follower);
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
      watch.drain();
    });

    it('are told of silence without the store being asked, of each change once, and of the end', async () => {
      const clock = new TestClock(NOW);
      const watch = new SessionWatch({ sessions: store.sessions, clock });
      const [session] = await made(1);
      const { said, follower } = told();
      watch.follow(session!, follower);
      await setImmediate();
      const find = vi.spyOn(store.sessions, 'find');
      for (let i = 0; i < 3; i++) clock.move(20_000);
      expect([said, find.mock.calls.length]).toEqual([['silence', 'silence', 'silence'], 0]);
      find.mockRestore();
      const opened = moveOf(session!, { event: 'open' });
      await store.sessions.move(opened);
      await store.sessions.move(moveOf(opened.next, { event: 'cancel' }));
      await expect.poll(() => said.at(-1)).toBe('over');
      // Two changes at once may be told as one: as it stands then.
      expect(said.slice(3).filter((word) => word !== 'opened')).toEqual(['canceled', 'over']);
      watch.drain();
    });

    it('hear that it is over when the process drains, and nothing after they have stopped', async () => {
      const clock = new TestClock(NOW);
      const watch = new SessionWatch({ sessions: store.sessions, clock });
      const [session] = await made(1);
      const [stays, goes] = [told(), told()];
      watch.follow(session!, stays.follower);
      watch.follow(session!, goes.follower)();
      watch.drain();
      expect([stays.said, goes.said]).toEqual([['over'], []]);
      clock.move(60_000);
      expect([stays.said, clock.waiting]).toEqual([['over'], 0]);
    });
  });
});
