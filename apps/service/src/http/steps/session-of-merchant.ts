import type { Caller } from '../../tokens/access-token.ts';
import { isSessionId } from '../../session/session-id.ts';
import type { Session } from '../../session/session.ts';
import { readSession } from '../../lifecycle/advance-session.ts';
import { ApiError } from '../api-error.ts';
import type { App } from '../app.ts';
import type { ApiCall } from '../call.ts';

/** 404 for an id that is unknown, malformed, overlong, erased, or of the other environment. */
export async function existingSession(call: ApiCall, app: App): Promise<Session> {
  const id = call.params['session_id'] ?? '';
  const session = isSessionId(id) ? await readSession(app.store.sessions, id, app.clock.now()) : undefined;
  if (session === undefined) throw new ApiError('session_not_found');
  return session;
}

/** 403 `merchant_mismatch`: another merchant's session, or a body that names another merchant. */
export function requireMerchant(caller: Caller, ...merchantIds: string[]): void {
  if (merchantIds.some((id) => id !== caller.merchantId)) throw new ApiError('merchant_mismatch');
}

/** 403 `merchant_user_ref_mismatch`. */
export function requireUserRef(session: Session, userRef: string): void {
  if (session.merchantUserRef !== userRef) throw new ApiError('merchant_user_ref_mismatch');
}
