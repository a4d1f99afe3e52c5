import type { ErrorCode } from '@authly/contract/errors';
import { clockMove, decide, moveTo, type SessionInput } from '../session/move.ts';
import type { Instant, Session } from '../session/session.ts';
import type { Transition } from '../session/transitions.ts';
import type { SessionStore } from '../storage/store.ts';

type Sessions = Pick<SessionStore, 'find' | 'move'>;

/** A lost race means that another process moved the session. States only go forward, so this many losses cannot happen. */
const MAX_LOSSES = 16;

/** Reads a session. If its time is over, the move is stored first. */
export async function readSession(sessions: Sessions, id: string, now: Instant): Promise<Session | undefined> {
  const session = await sessions.find(id);
  return session && bringUpToDate(sessions, session, now);
}

export async function bringUpToDate(sessions: Sessions, session: Session, now: Instant): Promise<Session | undefined> {
  const move = clockMove(session, now);
  if (move === undefined) return session;
  return (await sessions.move(move)) ? move.next : readSession(sessions, session.id, now);
}

export interface Moved {
  readonly session: Session;
  /** False: the event does not change the session. */
  readonly moved: boolean;
}

export type Advance = Moved | { readonly refusal: ErrorCode; readonly session: Session };

/** Reads and decides again only if the clock or another process has moved the session. `decided`: the decision for `read`, if it is known. */
export async function advanceSession(
  sessions: Sessions,
  read: Session,
  input: SessionInput,
  now: Instant,
  decided?: Transition,
): Promise<Advance | undefined> {
  let session = await bringUpToDate(sessions, read, now);
  for (let losses = 0; losses < MAX_LOSSES; losses++) {
    if (session === undefined) return undefined;
    const decision = session === read && decided ? decided : decide(session, input.event);
    if ('refusal' in decision) return { refusal: decision.refusal, session };
    if ('stay' in decision) return { session, moved: false };
    const move = moveTo(decision.to, session, input, now);
    if (await sessions.move(move)) return { session: move.next, moved: true };
    session = await readSession(sessions, read.id, now);
  }
  throw new Error(`session ${read.id} kept moving under ${input.event}`);
}
