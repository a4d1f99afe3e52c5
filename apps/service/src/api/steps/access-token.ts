import { OPERATIONS, type OperationName } from '@authly/contract/operation-table';
import type { Caller } from '../../tokens/access-token.ts';
import type { KnownClient } from '../../merchants/merchant.ts';
import { ApiError } from '../../http/api-error.ts';
import type { App } from '../app.ts';
import type { ApiCall } from '../call.ts';

export interface AuthenticatedCaller extends Caller, KnownClient {}

/** 401 `invalid_token` unless the token is valid, its client exists and its merchant is not suspended. */
export async function accessToken(call: ApiCall, app: App): Promise<AuthenticatedCaller> {
  const token = bearer(call.headers.authorization);
  const caller = token === undefined ? undefined : await app.tokens.verify(token);
  const known = caller && (await app.clients.find(caller.clientId));
  if (
    caller === undefined ||
    known === undefined ||
    known.client.revokedAt !== null ||
    known.merchant.suspendedAt !== null ||
    known.merchant.id !== caller.merchantId
  ) {
    throw new ApiError('invalid_token', undefined, { 'WWW-Authenticate': 'Bearer realm="authly"' });
  }
  call.who.merchantId = caller.merchantId;
  call.who.clientId = caller.clientId;
  return { ...caller, ...known };
}

export function requireScope(caller: Caller, operation: OperationName): void {
  const { scope } = OPERATIONS[operation];
  if (scope === undefined) throw new Error(`the contract asks for no scope on ${operation}`);
  if (!caller.scopes.includes(scope))
    throw new ApiError('insufficient_scope', `This endpoint requires the scope ${scope}.`);
}

export function bearer(header: string | undefined): string | undefined {
  return /^Bearer +([\w.~+/-]+=*)$/i.exec(header ?? '')?.[1];
}
