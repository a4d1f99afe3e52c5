import { FINAL_STATES } from '@authly/contract/wire/states';

/** The fields of a created session that your backend passes on. */
export interface CreatedSession {
  /** The session's id. */
  readonly session_id: string;
  /** Open it exactly as returned. */
  readonly popup_url: string;
  /** When it expires: ISO 8601, UTC. */
  readonly expires_at: string;
}

/** The session's state from your backend. Decide on your backend's fields, never on a message of a window. */
export interface SessionState {
  /** The session's status. */
  readonly status: string;
}

export const isFinal = ({ status }: SessionState): boolean => (FINAL_STATES as readonly string[]).includes(status);

const NAME = 'authly.pending';

/** Survives a reload of this tab, and leaving for the hosted page. */
export function keepPending(session: CreatedSession): void {
  // Without storage the flow works, but a reload forgets it.
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

/** Another session may have been started meanwhile. */
export function forgetPending(sessionId: string): void {
  if (pending()?.session_id === sessionId) sessionStorage.removeItem(NAME);
}
