import type { Session } from '../session/session.ts';

/** Whether a session differs from what somebody has seen of it, as far as they look. */
export type Differs = (now: Session, seen: Session) => boolean;

export const byStatus: Differs = (now, seen) => now.status !== seen.status;

/** What page and app look for: the person's confirmation is no move, but both show it. */
export const byStatusOrJoin: Differs = (now, seen) =>
  now.status !== seen.status || now.join?.confirmed !== seen.join?.confirmed;
