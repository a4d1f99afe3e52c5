import { LIMITS } from '@authly/contract/wire/limits';
import type { Call } from '../../fixture/call.ts';
import type { Client } from '../../fixture/merchants.ts';
import { create, requestToken, result, tokenOf } from '../../fixture/session-calls.ts';
import type { Server } from '../fixture.ts';
import type { Load } from '../load.ts';

export const CALL_NAMES = ['token', 'create', 'result'] as const;
export type CallName = (typeof CALL_NAMES)[number];
/** Each call returns the next request. */
type Calls = Readonly<Record<CallName, () => Call>>;

export interface Target {
  readonly server: Server;
  readonly client: Client;
  readonly load: Load;
  readonly calls: Calls;
}

const SESSIONS = 500;
const SESSION = {
  user: 'usr_2b7f0c6a51',
  more: { return_url: 'https://shop.example/checkout', metadata: { order: 'o-10293', cart_items: 3 } },
};

/** Enough clients that none exceeds the rate limit, which stays on. */
export const clientsFor = (tokens: number, ...mixedRequests: readonly number[]): number => {
  const mixedTokens = mixedRequests.reduce((sum, requests) => sum + requests / MIX.length, SESSIONS);
  return Math.ceil((tokens + mixedTokens) / LIMITS.tokenRequests);
};

const MIX: readonly CallName[] = ['token', ...Array<CallName>(3).fill('create'), ...Array<CallName>(6).fill('result')];

/** Of ten requests one gets a token, three create, six read. */
export function mixed(calls: Calls): () => Call {
  const turn = inTurn(MIX);
  return () => calls[turn()]();
}

/** Gets from the server what the requests need: an access token, and sessions to read. */
export async function callsOf(clients: readonly Client[], load: Load): Promise<Calls> {
  const client = inTurn(clients);
  const token = await tokenOf(load, client());
  const created = (): Call => create(clients[0]!, token, SESSION);
  const sessionIds = await load.forRequests(SESSIONS, created, ({ session_id }) => session_id!);
  const sessionId = inTurn(sessionIds);
  return {
    token: () => requestToken(client()),
    create: created,
    result: () => result(token, { sessionId: sessionId(), user: SESSION.user }),
  };
}

function inTurn<T>(all: readonly T[]): () => T {
  let turn = 0;
  return () => all[turn++ % all.length]!;
}
