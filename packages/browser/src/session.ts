import { FINAL_STATES } from '@authly/contract/states';

/** What your backend passes on of a created session. */
export interface CreatedSession {
  /** The session's id. */
  readonly session_id: string;
  /** Opened exactly as returned. */
  readonly popup_url: string;
  /** When it expires: ISO 8601, UTC. */
  readonly expires_at: string;
}

/** What your backend says of a session: at least its status. Decide on what your backend adds, never on what a window says. */
export interface SessionState {
  /** Where the session stands. */
  readonly status: string;
}

export const isFinal = ({ status }: SessionState): boolean => (FINAL_STATES as readonly string[]).includes(status);

const NAME = 'authly.pending';

/** The session that this tab waits for: it outlives a reload, and the page's leaving for the hosted page. */
export function keepPending(session: CreatedSession): void {
  // Where storage is forbidden the flow still works, only a reload forgets it.
  try {
    sessionStorage.setItem(NAME, JSON.stringify(session));
  } catch {}
}

export function pending(): CreatedSession | undefined {
  try {
    return (JSON.parse(sessionStorage.getItem(NAME) ?? 'null') as CreatedSession | null) ?? undefined;
  } catch {
    return undefined;
  }
}

/** Only this session: another may have been started meanwhile. */
export function forgetPending({ session_id }: CreatedSession): void {
  if (pending()?.session_id === session_id) sessionStorage.removeItem(NAME);
}
