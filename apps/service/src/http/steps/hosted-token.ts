import { LIMITS } from '@authly/contract/limits';
import { isFinal } from '@authly/contract/states';
import { isHostedToken, sessionOfHostedToken } from '../../tokens/hosted-token.ts';
import { sessionIdTime } from '../../session/session-id.ts';
import type { Session } from '../../session/session.ts';
import { readSession } from '../../lifecycle/advance-session.ts';
import { ApiError } from '../api-error.ts';
import type { App } from '../app.ts';
import type { ApiCall } from '../call.ts';
import { bearer } from './access-token.ts';

/** 401 unless the call carries the hosted token of a session whose page may still be read. */
export async function hostedSessionOf(call: ApiCall, app: App): Promise<Session> {
  const token = bearer(call.headers.authorization) ?? '';
  const id = sessionOfHostedToken(token);
  const proved = id !== undefined && isHostedToken(await app.keys.hostedSecret(sessionIdTime(id)), id, token);
  const session = proved ? await readSession(app.store.sessions, id, app.clock.now()) : undefined;
  if (session === undefined || app.clock.now() >= session.expiresAt + LIMITS.hostedReadAfterExpiryMs) {
    throw new ApiError('invalid_token', undefined, { 'WWW-Authenticate': 'Bearer realm="authly-hosted"' });
  }
  call.who.merchantId = session.merchantId;
  return session;
}

/** 409 `session_finalized`: after the end the page may read, and nothing else. */
export function requireNotEnded(session: Session): void {
  if (isFinal(session.status)) throw new ApiError('session_finalized');
}
