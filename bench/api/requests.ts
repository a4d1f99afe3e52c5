import { randomUUID } from 'node:crypto';
import type { ClientSupply } from './clients.ts';

/** Each call gives the next request, whole and in bytes. */
export type NextRequest = () => Buffer;

export const USER_REF = 'usr_2b7f0c6a51';

function request(method: string, path: string, headers: Record<string, string>, body = ''): Buffer {
  const lines = Object.entries({
    Host: 'localhost',
    ...headers,
    ...(body !== '' && { 'Content-Length': String(Buffer.byteLength(body)) }),
  }).map(([name, value]) => `${name}: ${value}\r\n`);
  return Buffer.from(`${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n${body}`);
}

export function tokenRequests(clients: ClientSupply, path = '/oauth/token'): NextRequest {
  return () => {
    const { id, secret } = clients.next();
    const form = `grant_type=client_credentials&client_id=${id}&client_secret=${secret}`;
    return request('POST', path, { 'Content-Type': 'application/x-www-form-urlencoded' }, form);
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
      'POST',
      '/v1/enrollment-sessions',
      { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json', 'Idempotency-Key': randomUUID() },
      body,
    );
}

export function resultRequests(sessionIds: readonly string[], token: string): NextRequest {
  const all = sessionIds.map((id) =>
    request('GET', `/v1/sessions/${id}/result?merchant_user_ref=${USER_REF}`, { Authorization: `Bearer ${token}` }),
  );
  let turn = 0;
  return () => all[turn++ % all.length]!;
}
