import { FINAL_STATES } from '@authly/contract/states';

/** What your backend passes on of a created session. */
export interface CreatedSession {
  readonly session_id: string;
  /** Opened exactly as returned. */
  readonly popup_url: string;
  readonly expires_at: string;
}

/** What your backend says of a session: at least its status. Decide on what your backend adds, never on what a window says. */
export interface SessionState {
  readonly status: string;
}

export const isFinal = ({ status }: SessionState): boolean => (FINAL_STATES as readonly string[]).includes(status);
