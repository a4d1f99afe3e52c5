import { randomUUID } from 'node:crypto';
import { LIMITS } from '@authly/contract/wire/limits';
import { operationPath } from '@authly/contract/wire/operation-path';
import { FORM_BODY, JSON_BODY } from '@authly/contract/operations';
import { MERCHANT_ID, type BenchClient, type Server } from '../fixture.ts';
import type { Call, Load } from './load.ts';

export const CALL_NAMES = ['token', 'create', 'result'] as const;
export type CallName = (typeof CALL_NAMES)[number];
/** Each call returns the next request. */
export type Calls = Readonly<Record<CallName, () => Call>>;

const USER_REF = 'usr_2b7f0c6a51';
const SESSIONS = 500;

/** Enough clients that none exceeds the rate limit, which stays on. */
export const clientsFor = (tokens: number, ...mixedRequests: readonly number[]): number => {
  const mixedTokens = mixedRequests.reduce((sum, requests) => sum + requests / MIX.length, SESSIONS);
  return Math.ceil((tokens + mixedTokens) / LIMITS.tokenRequests);
};

const MIX: readonly CallName[] = ['token', ...Array<CallName>(3).fill('create'), ...Array<CallName>(6).fill('result')];

/** Of ten requests one gets a token, three create, six read. */
export function mixed(calls: Calls): () => Call {
  let turn = 0;
  return () => calls[MIX[turn++ % MIX.length]!]();
}

/** Gets from the server what the requests need: an access token, and sessions to read. */
export async function callsOf({ clients }: Pick<Server, 'clients'>, load: Load): Promise<Calls> {
  const token = tokenCall(clients);
  const [accessToken] = await load.forRequests(1, token, ({ access_token }) => access_token!);
  const create = createCall(accessToken!);
  const sessionIds = await load.forRequests(SESSIONS, create, ({ session_id }) => session_id!);
  return { token, create, result: resultCall(accessToken!, sessionIds) };
}

function tokenCall(clients: readonly BenchClient[]): () => Call {
  let turn = 0;
  return () => {
    const { id, secret } = clients[turn++ % clients.length]!;
    return {
      method: 'POST',
      path: operationPath('issueToken'),
      headers: { 'content-type': FORM_BODY },
      body: `grant_type=client_credentials&client_id=${id}&client_secret=${secret}`,
    };
  };
}

function createCall(token: string): () => Call {
  const body = JSON.stringify({
    merchant_id: MERCHANT_ID,
    merchant_user_ref: USER_REF,
    return_url: 'https://shop.example/checkout',
    metadata: { order: 'o-10293', cart_items: 3 },
  });
  const headers = { authorization: `Bearer ${token}`, 'content-type': JSON_BODY };
  return () => ({
    method: 'POST',
    path: operationPath('createEnrollmentSession'),
    headers: { ...headers, 'idempotency-key': randomUUID() },
    body,
  });
}

function resultCall(token: string, sessionIds: readonly string[]): () => Call {
  const headers = { authorization: `Bearer ${token}` };
  const paths = sessionIds.map(
    (id) => `${operationPath('readResult', { session_id: id })}?merchant_user_ref=${USER_REF}`,
  );
  let turn = 0;
  return () => ({ method: 'GET', path: paths[turn++ % paths.length]!, headers });
}
