import { LIMITS } from '@authly/contract/wire/limits';
import type { AppStatus } from '@authly/contract/operations/app-session';
import { advanceSession, readSession, type Moved } from '../../lifecycle/advance-session.ts';
import type { SessionInput } from '../../session/move.ts';
import { isSessionId, sessionIdTime } from '../../session/session-id.ts';
import type { Session } from '../../session/session.ts';
import type { Caller } from '../../tokens/access-token.ts';
import { isAppToken } from '../../tokens/app-token.ts';
import { isHostedToken, sessionOfHostedToken } from '../../tokens/hosted-token.ts';
import { ApiError } from '../../http/api-error.ts';
import type { App } from '../app.ts';
import type { ApiAnswer, ApiCall } from '../call.ts';
import { bearer } from './access-token.ts';

/** 404 for an id that is unknown, malformed, erased, or of the other environment. */
export async function existingSession(call: ApiCall, app: App): Promise<Session> {
  const id = call.params['session_id'] ?? '';
  if (!isSessionId(id)) throw new ApiError('session_not_found');
  call.who.sessionId = id;
  const session = await readSession(app.store.sessions, id, app.clock.now());
  if (session === undefined) throw new ApiError('session_not_found');
  return session;
}

export function requireMerchant(caller: Caller, ...merchantIds: string[]): void {
  if (merchantIds.some((id) => id !== caller.merchantId)) throw new ApiError('merchant_mismatch');
}

export function requireUserRef(session: Session, userRef: string): void {
  if (session.merchantUserRef !== userRef) throw new ApiError('merchant_user_ref_mismatch');
}

/** 401 unless the call has the hosted token of a session whose page may still be read. */
export async function hostedSessionOf(call: ApiCall, app: App): Promise<Session> {
  const token = bearer(call.headers.authorization) ?? '';
  const id = sessionOfHostedToken(token);
  const proved = id !== undefined && isHostedToken(await app.keys.hostedSecret(sessionIdTime(id)), id, token);
  if (proved) call.who.sessionId = id;
  const session = proved ? await readSession(app.store.sessions, id, app.clock.now()) : undefined;
  if (session === undefined || app.clock.now() >= session.expiresAt + LIMITS.hostedReadAfterExpiryMs) {
    throw new ApiError('invalid_token', undefined, { 'WWW-Authenticate': 'Bearer realm="authly-hosted"' });
  }
  call.who.merchantId = session.merchantId;
  return session;
}

/** 401 unless the call has the token of the app that joined. Unknown sessions get 401 too, so that nobody learns which exist. */
export async function appSessionOf(call: ApiCall, app: App): Promise<Session> {
  const token = bearer(call.headers.authorization);
  const id = call.params['session_id'] ?? '';
  if (isSessionId(id)) call.who.sessionId = id;
  const session =
    token === undefined || !isSessionId(id) ? undefined : await readSession(app.store.sessions, id, app.clock.now());
  if (session?.join == null || !isAppToken(token!, session.join.appTokenHash)) {
    throw new ApiError('invalid_token', undefined, { 'WWW-Authenticate': 'Bearer realm="authly-app"' });
  }
  call.who.merchantId = session.merchantId;
  return session;
}

export function appStatus({ id, status }: Session): ApiAnswer {
  const body: AppStatus = { session_id: id, status };
  return { status: 200, body };
}

/** 409 if the transition table refuses the event, 404 if the session was erased meanwhile. */
export async function moveSession(app: App, session: Session, input: SessionInput): Promise<Moved> {
  const advance = await advanceSession(app.store.sessions, session, input, app.clock.now());
  if (advance === undefined) throw new ApiError('session_not_found');
  if ('refusal' in advance) throw new ApiError(advance.refusal);
  return advance;
}
