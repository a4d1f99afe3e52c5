import { randomUUID } from 'node:crypto';
import { operationPath } from '@authly/contract/wire/operation-path';
import { OPERATIONS } from '@authly/contract/operations';
import type { Deployment } from './deployment.ts';
import type { Client } from './fixture.ts';
import type { Answer, Caller } from './service.ts';

export const parsed = <T>(answer: Answer): T => JSON.parse(answer.text) as T;

type Called = Promise<Answer | undefined>;

export function requestToken(service: Caller, { clientId, clientSecret }: Client): Called {
  const fields = { grant_type: 'client_credentials', client_id: clientId, client_secret: clientSecret };
  const headers = { 'content-type': 'application/x-www-form-urlencoded' };
  const body = new URLSearchParams(fields).toString();
  return service.call({ method: 'POST', path: operationPath('issueToken'), headers, body });
}

export const create = (
  service: Caller,
  { client }: Pick<Deployment, 'client'>,
  token: string,
  key: string = randomUUID(),
): Called =>
  service.call({
    method: 'POST',
    path: operationPath('createEnrollmentSession'),
    token,
    headers: { 'idempotency-key': key },
    body: { merchant_id: client.merchantId, merchant_user_ref: key },
  });

export interface CreatedSession {
  readonly key: string;
  /** The answer to its creation, byte for byte. */
  readonly created: string;
  readonly sessionId: string;
  readonly hostedToken: string;
}

export function sessionOf(key: string, { text }: Answer): CreatedSession {
  const { session_id: sessionId, popup_url: page } = JSON.parse(text) as { session_id: string; popup_url: string };
  return { key, created: text, sessionId, hostedToken: page.split('#token=')[1]! };
}

export function fromPage(
  service: Caller,
  { hostedToken: token }: CreatedSession,
  operation: 'hostedOpened' | 'hostedSession' | 'hostedCancel' | 'hostedLink',
  query = '',
): Called {
  const { method } = OPERATIONS[operation];
  return service.call({ method, path: operationPath(operation) + query, token });
}

export function result(service: Caller, token: string, { sessionId, key }: CreatedSession, waitS = 0): Called {
  const path = operationPath('readResult', { session_id: sessionId });
  return service.call({ method: 'GET', path: `${path}?merchant_user_ref=${key}&wait=${waitS}`, token });
}

export const cancel = (
  service: Caller,
  { client }: Pick<Deployment, 'client'>,
  token: string,
  { sessionId, key }: CreatedSession,
): Called =>
  service.call({
    method: 'POST',
    path: operationPath('cancelSession', { session_id: sessionId }),
    token,
    body: { merchant_id: client.merchantId, merchant_user_ref: key },
  });

const TOKEN_FOR_MS = 60_000;
/** A client's token requests are limited; a token lives longer than a round. */
const tokens = new Map<Deployment, { readonly token: string; readonly at: number }>();

export async function freshToken(deployment: Deployment): Promise<string> {
  const known = tokens.get(deployment);
  if (known && performance.now() - known.at < TOKEN_FOR_MS) return known.token;
  const answer = await requestToken(deployment.services[0]!, deployment.client);
  if (answer?.status !== 200) throw new Error(`no token: ${answer?.status ?? 'no answer'}`);
  const { access_token: token } = parsed<{ access_token: string }>(answer);
  tokens.set(deployment, { token, at: performance.now() });
  return token;
}
