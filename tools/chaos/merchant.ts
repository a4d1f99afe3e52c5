import { randomBytes, randomUUID } from 'node:crypto';
import { operationPath } from '@authly/contract/operation-path';
import { SCOPES } from '@authly/contract/scopes';
import { hashSecret, newClientSecret } from '../../apps/service/src/merchants/client-secret.ts';
import type { Store } from '../../apps/service/src/storage/store.ts';
import { merchantFixture } from '../../apps/service/test/merchant-fixture.ts';
import type { Deployment } from './deployment.ts';
import type { Fixture } from './fixture.ts';
import type { Answer, Service } from './service.ts';

/** A session's whole life fits into it, and its end comes soon. */
export const SESSION_LIFETIME_S = 12;
/** 15 s + timeout × (1 + retries). */
export const PROCESSING_ALLOWANCE_MS = 15_000 + 1000;

export interface Client {
  readonly merchantId: string;
  readonly clientId: string;
  readonly clientSecret: string;
}

export async function addMerchant(store: Store, { bioUrl, tls }: Fixture): Promise<Client> {
  const merchantId = `m_${randomBytes(6).toString('hex')}`;
  await store.merchants.add(
    merchantFixture(merchantId, {
      bioBaseUrl: bioUrl,
      bioCaPem: tls.ca,
      bioTimeoutMs: 500,
      bioRetries: 1,
      sessionLifetimeS: SESSION_LIFETIME_S,
    }),
  );
  return addClient(store, merchantId);
}

export async function addClient(store: Store, merchantId: string): Promise<Client> {
  const clientId = `c_${randomBytes(6).toString('hex')}`;
  const clientSecret = newClientSecret('test');
  const createdAt = Date.now();
  const secrets = [{ hash: hashSecret(clientSecret), createdAt }];
  await store.merchants.addClient({ id: clientId, merchantId, scopes: SCOPES, secrets, revokedAt: null, createdAt });
  return { merchantId, clientId, clientSecret };
}

export const parsed = <T>(answer: Answer): T => JSON.parse(answer.text) as T;

type Called = Promise<Answer | undefined>;

/** The calls of a merchant's backend. */
export function requestToken(service: Service, { clientId, clientSecret }: Client): Called {
  const fields = { grant_type: 'client_credentials', client_id: clientId, client_secret: clientSecret };
  const headers = { 'content-type': 'application/x-www-form-urlencoded' };
  const body = new URLSearchParams(fields).toString();
  return service.call({ method: 'POST', path: operationPath('issueToken'), headers, body });
}

export const create = (service: Service, { client }: Deployment, token: string, key: string = randomUUID()): Called =>
  service.call({
    method: 'POST',
    path: operationPath('createEnrollmentSession'),
    token,
    headers: { 'idempotency-key': key },
    body: { merchant_id: client.merchantId, merchant_user_ref: key },
  });

interface CreatedSession {
  readonly sessionId: string;
  readonly key: string;
}

export function result(service: Service, token: string, { sessionId, key }: CreatedSession, waitS = 0): Called {
  const path = operationPath('readResult', { session_id: sessionId });
  return service.call({ method: 'GET', path: `${path}?merchant_user_ref=${key}&wait=${waitS}`, token });
}

export const cancel = (
  service: Service,
  { client }: Deployment,
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
