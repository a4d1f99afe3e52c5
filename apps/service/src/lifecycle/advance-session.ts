import type { ErrorCode } from '@authly/contract/errors';
import { clockMove, decide, type SessionInput } from '../session/move.ts';
import type { Instant, Session } from '../session/session.ts';
import type { SessionStore } from '../storage/store.ts';

type Sessions = Pick<SessionStore, 'find' | 'move'>;

/** Losing a race means that somebody else moved the session on; states only go forward, so this many losses cannot happen. */
const MAX_LOSSES = 16;

/** The session as it stands now: what the clock has brought about is written before it is shown. */
export async function readSession(sessions: Sessions, id: string, now: Instant): Promise<Session | undefined> {
  const session = await sessions.find(id);
  return session === undefined || clockMove(session, now) === undefined
    ? session
    : bringUpToDate(sessions, session, now);
}

export async function bringUpToDate(sessions: Sessions, session: Session, now: Instant): Promise<Session | undefined> {
  const move = clockMove(session, now);
  if (move === undefined) return session;
  return (await sessions.move(move)) ? move.next : readSession(sessions, session.id, now);
}

export type Advance =
  | { readonly session: Session; readonly moved: boolean }
  | { readonly refusal: ErrorCode; readonly session: Session };

/** Lets an event happen to a session, deciding anew whenever another process was quicker. */
export async function advanceSession(
  sessions: Sessions,
  id: string,
  input: SessionInput,
  now: Instant,
): Promise<Advance | undefined> {
  for (let losses = 0; losses < MAX_LOSSES; losses++) {
    const session = await readSession(sessions, id, now);
    if (session === undefined) return undefined;
    const decision = decide(session, input, now);
    if ('refusal' in decision) return { refusal: decision.refusal, session };
    if ('stay' in decision) return { session, moved: false };
    if (await sessions.move(decision.move)) return { session: decision.move.next, moved: true };
  }
  throw new Error(`session ${id} kept moving under ${input.event}`);
}
