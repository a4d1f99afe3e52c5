import { waitFault } from '@authly/contract/wire/field-rules';
import type { HasChanged } from '../../lifecycle/watched-session.ts';
import type { Session } from '../../session/session.ts';
import { fieldError } from '../../http/api-error.ts';
import type { App } from '../app.ts';
import type { ApiCall } from '../call.ts';

export function waitMs(wait: string = '0'): number {
  const fault = waitFault(wait);
  if (fault !== undefined) throw fieldError('wait', fault);
  return Number(wait) * 1000;
}

interface Poll {
  readonly session: Session;
  /** In milliseconds; 0: no wait. */
  readonly wait: number;
  readonly hasChanged?: HasChanged;
}

/** Returns the session after a change or after the wait. 429 or 503 if too many calls wait. */
export async function longPoll(
  call: ApiCall,
  { waits, hub }: App,
  { session, wait, hasChanged }: Poll,
): Promise<Session | undefined> {
  if (wait === 0) return session;
  const disconnected = call.disconnected();
  const ended = waits.begin('polls', session, call.from);
  try {
    return await hub.changed(session, wait, disconnected, hasChanged);
  } finally {
    ended();
  }
}
