import { randomUUID } from 'node:crypto';
import { operationPath } from '@authly/contract/operation-path';
import { FORM_BODY, JSON_BODY, OPERATIONS, type OperationName } from '@authly/contract/operations';
import type { ClientSupply } from './clients.ts';

/** Each call gives the next request, whole and in bytes. */
export type NextRequest = () => Buffer;

/** The floor's second token route, which also counts in a rate window. */
export const TOKEN_WITH_WINDOW_PATH = `${OPERATIONS.issueToken.path}-with-window`;

export const USER_REF = 'usr_2b7f0c6a51';

export function request(name: OperationName, path: string, headers: Record<string, string>, body = ''): Buffer {
  const lines = Object.entries({
    Host: 'localhost',
    ...headers,
    ...(body !== '' && { 'Content-Length': String(Buffer.byteLength(body)) }),
  }).map(([name, value]) => `${name}: ${value}\r\n`);
  return Buffer.from(`${OPERATIONS[name].method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n${body}`);
}

export function tokenRequests(clients: Pick<ClientSupply, 'next'>, path = OPERATIONS.issueToken.path): NextRequest {
  return () => {
    const { id, secret } = clients.next();
    const form = `grant_type=client_credentials&client_id=${id}&client_secret=${secret}`;
    return request('issueToken', path, { 'Content-Type': FORM_BODY }, form);
  };
}

export function createRequests(merchantId: string, token: string): NextRequest {
  const body = JSON.stringify({
    merchant_id: merchantId,
    merchant_user_ref: USER_REF,
    return_url: 'https://shop.example/checkout',
    metadata: { order: 'o-10293', cart_items: 3 },
  });
  return () =>
    request(
      'createEnrollmentSession',
      operationPath('createEnrollmentSession'),
      { Authorization: `Bearer ${token}`, 'Content-Type': JSON_BODY, 'Idempotency-Key': randomUUID() },
      body,
    );
}

export function resultRequests(sessionIds: readonly string[], token: string): NextRequest {
  const all = sessionIds.map((id) =>
    request('readResult', `${operationPath('readResult', { session_id: id })}?merchant_user_ref=${USER_REF}`, {
      Authorization: `Bearer ${token}`,
    }),
  );
  let turn = 0;
  return () => all[turn++ % all.length]!;
}
