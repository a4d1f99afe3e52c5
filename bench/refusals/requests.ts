import { randomBytes } from 'node:crypto';
import { LIMITS } from '@authly/contract/limits';
import { operationPath } from '@authly/contract/operation-path';
import { FORM_BODY, JSON_BODY, OPERATIONS, type OperationName } from '@authly/contract/operations';
import { request } from '../api/requests.ts';

export interface Sent {
  readonly token?: string | undefined;
  readonly id?: string;
  readonly query?: string;
  readonly body?: string;
}

/** A request to an endpoint, in bytes. */
export function bytesOf(name: OperationName, { token, id = '', query = '', body = '' }: Sent): Buffer {
  const path = operationPath(name, { session_id: id }) + query;
  return request(name, path, headersOf(name, token, body), body);
}

/** The same with a body that does not announce its length. */
export function chunkedBytesOf(name: OperationName, { token, id = '', body = '' }: Sent): Buffer {
  const path = operationPath(name, { session_id: id });
  const head = request(name, path, { ...headersOf(name, token, body), 'Transfer-Encoding': 'chunked' });
  const length = Buffer.byteLength(body).toString(16);
  return Buffer.concat([head, Buffer.from(`${length}\r\n${body}\r\n0\r\n\r\n`)]);
}

/** The same in pieces of one byte: each costs its reader as much as a long one. */
export function crumbledBytesOf(name: OperationName, { token, id = '', body = '' }: Sent): Buffer {
  const path = operationPath(name, { session_id: id });
  const head = request(name, path, { ...headersOf(name, token, body), 'Transfer-Encoding': 'chunked' });
  return Buffer.concat([head, Buffer.from(`${Array.from(body, (byte) => `1\r\n${byte}\r\n`).join('')}0\r\n\r\n`)]);
}

const headersOf = (name: OperationName, token: string | undefined, body: string): Record<string, string> => ({
  ...(token !== undefined && { Authorization: `Bearer ${token}` }),
  ...(body !== '' && { 'Content-Type': OPERATIONS[name].body === FORM_BODY ? FORM_BODY : JSON_BODY }),
});

/** An access token whose signature anybody could have made up. */
export const forgedAccessToken = (token: string): string =>
  `${token.slice(0, token.lastIndexOf('.'))}.${randomBytes(64).toString('base64url')}`;

/** One whose last letter is another. */
export const oneLetterOff = (token: string): string => token.slice(0, -1) + (token.endsWith('A') ? 'Q' : 'A');

/** JSON that is dear to parse and to walk through: nothing but numbers. */
export const numbers = (bytes: number): string => `[${'0,'.repeat(Math.floor((bytes - 3) / 2))}0]`;

/** An object with these members, filled up to a size. */
export function filledUp(members: object, bytes: number): string {
  const text = JSON.stringify(members).slice(0, -1);
  return `${text},"filling":${numbers(bytes - text.length - '"filling":'.length - 2)}}`;
}

export const MIB = LIMITS.jsonBodyBytes;
