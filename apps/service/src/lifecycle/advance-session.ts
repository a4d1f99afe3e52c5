import type { ErrorCode } from '@authly/contract/errors';
import { clockMove, plan, type SessionInput } from '../session/move.ts';
import type { Instant, Session } from '../session/session.ts';
import type { SessionStore } from '../storage/port/store.ts';
import { retryWhileStoreIsDown, type Patience } from './retry-while-store-is-down.ts';

type Sessions = Pick<SessionStore, 'find' | 'move'>;

/** A lost race means that another process moved the session. States only go forward, so this many losses cannot happen. */
const MAX_LOSSES = 16;

/** Reads a session. If its time is over, the move is stored first. */
export async function readSession(sessions: Sessions, id: string, now: Instant): Promise<Session | undefined> {
  const session = await sessions.find(id);
  return session && bringUpToDate(sessions, session, now);
}

async function bringUpToDate(sessions: Sessions, session: Session, now: Instant): Promise<Session | undefined> {
  const move = clockMove(session, now);
  if (move === undefined) return session;
  return (await sessions.move(move)) ? move.next : readSession(sessions, session.id, now);
}

export interface Moved {
  readonly session: Session;
  /** It is false if the event does not change the session. */
  readonly moved: boolean;
}

export type Advance = Moved | { readonly refusal: ErrorCode; readonly session: Session };

/** Reads and decides again only if the clock or another process has moved the session. `then` follows in the same commit. */
export async function advanceSession(
  sessions: Sessions,
  read: Session,
  input: SessionInput,
  now: Instant,
  then?: SessionInput,
): Promise<Advance | undefined> {
  let session = await bringUpToDate(sessions, read, now);
  for (let losses = 0; losses < MAX_LOSSES; losses++) {
    if (session === undefined) return undefined;
    const planned = plan(session, input, now, then);
    if ('refusal' in planned) return { refusal: planned.refusal, session };
    if ('stay' in planned) return { session, moved: false };
    if (await sessions.move(planned)) return { session: planned.next, moved: true };
    session = await readSession(sessions, read.id, now);
  }
  throw new Error(`session ${read.id} kept moving under ${input.event}`);
}

/** Makes a move that only this process can make. */
export function advanceWhileStoreIsDown(
  sessions: Sessions,
  from: Session,
  input: SessionInput,
  patience: Patience,
  then?: SessionInput,
): Promise<Advance | undefined> {
  return retryWhileStoreIsDown(patience, async (isRepeated) => {
    const now = patience.clock.now();
    const advance = await advanceSession(sessions, from, input, now, then);
    const isStored = isRepeated && advance !== undefined && hasMoved(advance.session, plan(from, input, now, then));
    return isStored ? { session: advance.session, moved: true } : advance;
  });
}

/** The processing deadline distinguishes this capture from another of the same app. */
const hasMoved = (stored: Session, planned: ReturnType<typeof plan>): boolean =>
  'next' in planned &&
  stored.status === planned.next.status &&
  stored.processingDeadline === planned.next.processingDeadline;
