import type { TSchema } from 'typebox';
import { Compile } from 'typebox/schema';
import { describe, expect, it } from 'vitest';
import { LookupResponse } from '../src/captures/lookup.ts';
import { StoreResponse } from '../src/captures/store.ts';
import { ErrorBody } from '../src/schemas/error-body.ts';
import { ResultResponse } from '../src/operations/read-result.ts';
import { SigningKeysResponse } from '../src/operations/list-signing-keys.ts';
import { TokenResponse } from '../src/operations/issue-token.ts';

const accepts = (schema: TSchema, value: unknown): boolean => Compile(schema).Check(value);

const KEY = { key_id: 'k', algorithm: 'ed25519', public_key_base64: 'p' };
const RESULT = {
  session_id: 's',
  mode: 'verify',
  merchant_id: 'm',
  merchant_user_ref: 'u',
  status: 'succeeded',
  expires_at: '2026-01-31T09:15:00.000Z',
};
const OUTCOME = { matched: false, payload: { finger: 'LI' }, completed_at: '2026-01-31T09:14:00.000Z' };
const PAYLOAD = { features: 'f', enc_key: 'k' };
const REF = { enrollment_ref: 'r', stored_at: '2026-01-31T09:15:00Z' };

describe('a body of the contract', () => {
  it.each<[string, TSchema, object]>([
    ['a token', TokenResponse, { access_token: 'a', token_type: 'Bearer', expires_in: 600, scope: 'result:read' }],
    ['an error', ErrorBody, { error: { code: 'c', message: 'm', request_id: 'r' } }],
    ['a key list', SigningKeysResponse, { keys: [{ ...KEY, status: 'retiring' }] }],
    ['a result', ResultResponse, { ...RESULT, result: OUTCOME }],
    ['a result without an outcome', ResultResponse, { ...RESULT, result: null }],
    ['the least answer to a store', StoreResponse, { stored: true }],
    ['the whole answer to a store', StoreResponse, { stored: true, payload: { finger: 'LI' }, ...REF }],
    ['an answer to a lookup', LookupResponse, { found: true, payload: PAYLOAD }],
  ])('%s is accepted', (_, schema, body) => {
    expect(accepts(schema, body)).toBe(true);
  });

  it.each<[string, TSchema, object]>([
    ['a key of another status', SigningKeysResponse, { keys: [{ ...KEY, status: 'announced' }] }],
    ['a result whose outcome is missing', ResultResponse, RESULT],
    ['a store with stored false', StoreResponse, { stored: false }],
    ['a store without stored', StoreResponse, {}],
    ['a store with stored as text', StoreResponse, { stored: 'true' }],
    ['a store with an empty enrollment_ref', StoreResponse, { stored: true, enrollment_ref: '' }],
    ['a store of an unknown finger', StoreResponse, { stored: true, payload: { finger: 'XX' } }],
    ['a lookup with found false', LookupResponse, { found: false, payload: PAYLOAD }],
    ['a lookup without a payload', LookupResponse, { found: true }],
    ['a lookup with empty features', LookupResponse, { found: true, payload: { ...PAYLOAD, features: '' } }],
    ['a lookup without an enc_key', LookupResponse, { found: true, payload: { features: 'f' } }],
  ])('%s is refused', (_, schema, body) => {
    expect(accepts(schema, body)).toBe(false);
  });
});
