import { expect, it } from 'vitest';
import { CREATED_AT, EXPIRES_AT, sessionIn } from '../../test/sample-session.ts';
import { TestClock } from '../../test/test-clock.ts';
import type { Move } from '../session/move.ts';
import type { Session } from '../session/session.ts';
import { StoreUnavailableError } from '../storage/port/store.ts';
import { advanceSession, advanceWhileStoreIsDown } from './advance-session.ts';

/** One stored session, and the number of its reads. */
class StoredSession {
  stored: Session;
  reads = 0;

  constructor(stored: Session) {
    this.stored = stored;
  }

  find = async (): Promise<Session> => {
    this.reads++;
    return this.stored;
  };

  move = async ({ steps, next }: Move): Promise<boolean> => {
    if (this.stored.status !== steps[0].from) return false;
    this.stored = next;
    return true;
  };
}

it('a session that no other process moves is not read again', async () => {
  const sessions = new StoredSession(sessionIn('app_launched'));
  const callback = { event: 'callback', processingDeadline: EXPIRES_AT } as const;
  let advance = await advanceSession(sessions, sessions.stored, callback, CREATED_AT);
  advance = await advanceSession(sessions, advance!.session, { event: 'process' }, CREATED_AT);
  advance = await advanceSession(
    sessions,
    advance!.session,
    { event: 'fail', failureCode: 'provider_error' },
    CREATED_AT,
  );
  expect([advance!.session.status, sessions.reads]).toEqual(['failed', 0]);
});

it('after another process moved the session, the stored status decides', async () => {
  const sessions = new StoredSession(sessionIn('canceled'));
  const advance = await advanceSession(sessions, sessionIn('opened'), { event: 'cancel' }, CREATED_AT);
  expect(advance).toEqual({ refusal: 'session_finalized', session: sessions.stored });
  expect(sessions.reads).toBe(1);
});

it('after the clock has moved the session, its new status decides', async () => {
  const read = sessionIn('opened');
  const sessions = new StoredSession(read);
  const advance = await advanceSession(sessions, read, { event: 'cancel' }, EXPIRES_AT);
  expect(advance).toMatchObject({ refusal: 'session_finalized', session: { status: 'expired' } });
  expect(sessions.stored.status).toBe('expired');
});

it('after a failure of the store, a callback that another request has moved is not taken for its own', async () => {
  const clock = new TestClock(CREATED_AT);
  const read = sessionIn('app_launched');
  const sessions = new StoredSession(read);
  const { move } = sessions;
  sessions.move = async () => {
    sessions.move = move;
    sessions.stored = sessionIn('callback_received', { processingDeadline: EXPIRES_AT + 1 });
    throw new StoreUnavailableError('unreachable', 'the connection broke');
  };
  const callback = { event: 'callback', processingDeadline: EXPIRES_AT } as const;
  const advance = advanceWhileStoreIsDown(sessions, read, callback, { clock, forMs: 1000 });
  await expect.poll(() => clock.waiting).toBe(1);
  clock.move(50);
  expect(await advance).toEqual({ session: sessions.stored, moved: false });
});
