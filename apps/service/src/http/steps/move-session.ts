import { advanceSession, type Moved } from '../../lifecycle/advance-session.ts';
import type { SessionInput } from '../../session/move.ts';
import type { Session } from '../../session/session.ts';
import { ApiError } from '../api-error.ts';
import type { App } from '../app.ts';

/** 409 where the transition table refuses the event, 404 where the session was erased meanwhile. */
export async function moveSession(app: App, session: Session, input: SessionInput): Promise<Moved> {
  const advance = await advanceSession(app.store.sessions, session, input, app.clock.now());
  if (advance === undefined) throw new ApiError('session_not_found');
  if ('refusal' in advance) throw new ApiError(advance.refusal);
  return advance;
}
