import type { HasChanged } from '../../lifecycle/watched-session.ts';
import type { Session } from '../../session/session.ts';
import type { App } from '../app.ts';
import type { ApiCall } from '../call.ts';

interface Poll {
  readonly kind: 'app polls' | 'result polls';
  readonly session: Session;
  /** It is in seconds. */
  readonly wait: number | undefined;
  readonly hasChanged?: HasChanged;
}

/** Returns the session after a change or after the wait. 429 or 503 if too many calls wait. */
export async function longPoll(
  call: ApiCall,
  { waits, hub }: App,
  { kind, session, wait = 0, hasChanged }: Poll,
): Promise<Session | undefined> {
  const waitMs = wait * 1000;
  if (waitMs === 0) return session;
  const disconnected = call.disconnected();
  const ended = waits.begin(kind, session, call.from);
  try {
    return await hub.waitForChange(session, waitMs, disconnected, hasChanged);
  } finally {
    ended();
  }
}
