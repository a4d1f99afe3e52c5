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

describe('the other bodies of the merchant API', () => {
  it('accept the contract’s answers', () => {
    expect(
      accepts(TokenResponse, { access_token: 'a', token_type: 'Bearer', expires_in: 600, scope: 'result:read' }),
    ).toBe(true);
    expect(accepts(ErrorBody, { error: { code: 'c', message: 'm', request_id: 'r' } })).toBe(true);
    expect(
      accepts(SigningKeysResponse, {
        keys: [{ key_id: 'k', algorithm: 'ed25519', public_key_base64: 'p', status: 'retiring' }],
      }),
    ).toBe(true);
    expect(
      accepts(SigningKeysResponse, {
        keys: [{ key_id: 'k', algorithm: 'ed25519', public_key_base64: 'p', status: 'announced' }],
      }),
    ).toBe(false);
    const result = {
      session_id: 's',
      mode: 'verify',
      merchant_id: 'm',
      merchant_user_ref: 'u',
      status: 'succeeded',
      expires_at: '2026-01-31T09:15:00.000Z',
    };
    expect(
      accepts(ResultResponse, {
        ...result,
        result: { matched: false, payload: { finger: 'LI' }, completed_at: '2026-01-31T09:14:00.000Z' },
      }),
    ).toBe(true);
    expect(accepts(ResultResponse, { ...result, result: null })).toBe(true);
    expect(accepts(ResultResponse, result)).toBe(false);
  });
});

describe('the bodies of app, page and Bio API', () => {
  it('a store answer has stored true, and its other fields are valid', () => {
    expect(accepts(StoreResponse, { stored: true })).toBe(true);
    expect(
      accepts(StoreResponse, {
        stored: true,
        payload: { finger: 'LI' },
        enrollment_ref: 'r',
        stored_at: '2026-01-31T09:15:00Z',
      }),
    ).toBe(true);
    for (const wrong of [
      { stored: false },
      {},
      { stored: 'true' },
      { stored: true, enrollment_ref: '' },
      { stored: true, payload: { finger: 'XX' } },
    ])
      expect(accepts(StoreResponse, wrong)).toBe(false);
  });

  it('a lookup answer has found true and both parts of the payload', () => {
    const payload = { features: 'f', enc_key: 'k' };
    expect(accepts(LookupResponse, { found: true, payload })).toBe(true);
    for (const wrong of [
      { found: false, payload },
      { found: true },
      { found: true, payload: { ...payload, features: '' } },
      { found: true, payload: { features: 'f' } },
    ])
      expect(accepts(LookupResponse, wrong)).toBe(false);
  });
});
