import { waitFault } from '@authly/contract/field-rules';
import type { HasChanged } from '../../lifecycle/watched-session.ts';
import type { Session } from '../../session/session.ts';
import { fieldError } from '../../http/api-error.ts';
import type { App } from '../app.ts';
import type { ApiCall } from '../call.ts';

/** How long a long poll may take, in milliseconds; 400 beyond the bounds of the contract. */
export function waitMs(wait: string = '0'): number {
  const fault = waitFault(wait);
  if (fault !== undefined) throw fieldError('wait', fault);
  return Number(wait) * 1000;
}

interface Poll {
  readonly session: Session;
  /** In milliseconds; 0 answers at once. */
  readonly wait: number;
  /** Of the token that is shown, where it is not the session's own. */
  readonly clientId?: string;
  readonly hasChanged?: HasChanged;
}

/** The session once it has changed, or as it stands when the wait is over. 429 or 503 where too many wait already. */
export async function longPoll(
  call: ApiCall,
  { waits, hub }: App,
  { session, wait, clientId, hasChanged }: Poll,
): Promise<Session | undefined> {
  if (wait === 0) return session;
  const disconnected = call.disconnected();
  const ended = waits.begin('polls', {
    sessionId: session.id,
    address: call.address,
    ...(clientId !== undefined && { clientId }),
  });
  try {
    return await hub.changed(session, wait, disconnected, hasChanged);
  } finally {
    ended();
  }
}
