import { isAppToken } from '../../tokens/app-token.ts';
import { isSessionId } from '../../session/session-id.ts';
import type { Session } from '../../session/session.ts';
import { readSession } from '../../lifecycle/advance-session.ts';
import { ApiError } from '../api-error.ts';
import type { App } from '../app.ts';
import type { ApiCall } from '../call.ts';
import { bearer } from './access-token.ts';

/** 401 unless the call carries the token of the app that joined this session. An unknown session is no other answer: nobody learns which exist. */
export async function appSessionOf(call: ApiCall, app: App): Promise<Session> {
  const token = bearer(call.headers.authorization);
  const id = call.params['session_id'] ?? '';
  const session =
    token === undefined || !isSessionId(id) ? undefined : await readSession(app.store.sessions, id, app.clock.now());
  if (session?.join == null || !isAppToken(token!, session.join.appTokenHash)) {
    throw new ApiError('invalid_token', undefined, { 'WWW-Authenticate': 'Bearer realm="authly-app"' });
  }
  call.who.merchantId = session.merchantId;
  return session;
}
