import { randomUUID } from 'node:crypto';
import { operationPath } from '@authly/contract/operation-path';
import type { Deployment } from './deployment.ts';
import type { Client } from './merchant.ts';
import type { Answer, Service } from './service.ts';

export const parsed = <T>(answer: Answer): T => JSON.parse(answer.text) as T;

/** What a merchant's backend asks of a service. */
export function requestToken(
  service: Service,
  { clientId, clientSecret }: Pick<Client, 'clientId' | 'clientSecret'>,
): Promise<Answer | undefined> {
  const form = new URLSearchParams({
    grant_type: 'client_credentials',
    client_id: clientId,
    client_secret: clientSecret,
  });
  const headers = { 'content-type': 'application/x-www-form-urlencoded' };
  return service.call({ method: 'POST', path: operationPath('issueToken'), headers, body: form.toString() });
}

export function create(
  service: Service,
  { client }: Deployment,
  token: string,
  key: string = randomUUID(),
): Promise<Answer | undefined> {
  return service.call({
    method: 'POST',
    path: operationPath('createEnrollmentSession'),
    token,
    headers: { 'idempotency-key': key },
    body: { merchant_id: client.merchantId, merchant_user_ref: key },
  });
}

export function result(
  service: Service,
  token: string,
  session: { readonly sessionId: string; readonly key: string },
  waitS = 0,
): Promise<Answer | undefined> {
  const path = operationPath('readResult', { session_id: session.sessionId });
  const query = `merchant_user_ref=${session.key}&wait=${waitS}`;
  return service.call({ method: 'GET', path: `${path}?${query}`, token });
}

export function cancel(
  service: Service,
  { client }: Deployment,
  token: string,
  session: { readonly sessionId: string; readonly key: string },
): Promise<Answer | undefined> {
  return service.call({
    method: 'POST',
    path: operationPath('cancelSession', { session_id: session.sessionId }),
    token,
    body: { merchant_id: client.merchantId, merchant_user_ref: session.key },
  });
}
