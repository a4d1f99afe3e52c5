import { OPERATIONS } from '@authly/contract/operations';
import { request, type Dispatcher } from 'undici';

export interface Credentials {
  readonly merchant_id: string;
  readonly client_id: string;
  readonly client_secret: string;
}

/** A merchant's first calls: a token, a session, its result. Returns the status of the session, which nobody has opened. */
export async function merchantCalls(
  baseUrl: string,
  credentials: Credentials,
  dispatcher: Dispatcher,
): Promise<string> {
  const { merchant_id, client_id, client_secret } = credentials;
  const call = async (path: string, options: Parameters<typeof request>[1]): Promise<Record<string, string>> => {
    const { statusCode, body } = await request(baseUrl + path, { ...options, dispatcher });
    const answer = await body.text();
    if (statusCode >= 300) throw new Error(`${path}: ${statusCode} ${answer}`);
    return JSON.parse(answer) as Record<string, string>;
  };
  const { access_token } = await call(OPERATIONS.issueToken.path, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({ grant_type: 'client_credentials', client_id, client_secret }).toString(),
  });
  const headers = { authorization: `Bearer ${access_token}`, 'content-type': 'application/json' };
  const { session_id = '' } = await call(OPERATIONS.createEnrollmentSession.path, {
    method: 'POST',
    headers: { ...headers, 'idempotency-key': 'the-first' },
    body: JSON.stringify({ merchant_id, merchant_user_ref: 'user-7f3a' }),
  });
  const path = OPERATIONS.readResult.path.replace('{session_id}', session_id);
  const { status = '' } = await call(path, { headers, query: { merchant_user_ref: 'user-7f3a' } });
  return status;
}
