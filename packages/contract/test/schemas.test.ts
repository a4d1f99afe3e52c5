import type { TSchema } from 'typebox';
import { Compile } from 'typebox/schema';
import { describe, expect, it } from 'vitest';
import { AppFailureRequest } from '../src/operations/app-failure.ts';
import { CallbackRequest } from '../src/captures/app-callback.ts';
import { sealedFor } from '../src/wire/sealing.ts';
import { ClaimRequest } from '../src/operations/claim-session.ts';
import { LookupResponse } from '../src/captures/lookup.ts';
import { StoreResponse } from '../src/captures/store.ts';
import { BIOMETRIC_TYPES } from '../src/wire/biometric-types.ts';
import { CancelRequest } from '../src/operations/cancel-session.ts';
import { ErrorBody } from '../src/schemas/error-body.ts';
import { HostedLinkQuery } from '../src/operations/hosted-link.ts';
import { partialPayload, wholePayload } from '../src/schemas/payload-schemas.ts';
import { ResultQuery, ResultResponse } from '../src/operations/read-result.ts';
import { CreateEnrollmentRequest } from '../src/operations/create-enrollment-session.ts';
import { CreateVerificationRequest } from '../src/operations/create-verification-session.ts';
import { CreationShape } from '../src/operations/creation.ts';
import { SigningKeysResponse } from '../src/operations/list-signing-keys.ts';
import { TokenRequest, TokenResponse } from '../src/operations/issue-token.ts';

const accepts = (schema: TSchema, value: unknown): boolean => Compile(schema).Check(value);
const text = (chars: number, char = 'x'): string => char.repeat(chars);

const creation = { merchant_id: 'm', merchant_user_ref: 'u' };
const verification = { ...creation, payload: { finger: 'LI' } };
const cancel = { merchant_id: 'm', merchant_user_ref: 'u' };

/** Field, maximum length, whether it may be empty. */
const CREATION_EDGES = [
  ['merchant_id', 128, false],
  ['merchant_user_ref', 256, false],
  ['return_url', 2048, true],
  ['type', 32, false],
  ['locale', 16, true],
] as const;

describe.each([
  ['enrollment', CreateEnrollmentRequest],
  ['verification', CreateVerificationRequest],
] as const)('a creation of an %s session', (_, published) => {
  const shape = CreationShape;
  it.each(CREATION_EDGES)('%s is accepted with %i characters and refused with one more', (field, most, mayBeEmpty) => {
    for (const schema of [shape, published]) {
      expect(accepts(schema, { ...verification, [field]: text(most) })).toBe(true);
      expect(accepts(schema, { ...verification, [field]: text(most + 1) })).toBe(false);
      expect(accepts(schema, { ...verification, [field]: '' })).toBe(mayBeEmpty);
      for (const wrong of [1, true, null, [], {}])
        expect(accepts(schema, { ...verification, [field]: wrong })).toBe(false);
    }
  });

  it('characters are code points: 256 emoji are a merchant_user_ref, 257 are not', () => {
    expect(accepts(shape, { ...verification, merchant_user_ref: text(256, '👍') })).toBe(true);
    expect(accepts(shape, { ...verification, merchant_user_ref: text(257, '👍') })).toBe(false);
  });

  it.each(['merchant_id', 'merchant_user_ref'])('%s is required', (field) => {
    expect(accepts(shape, { ...verification, [field]: undefined })).toBe(false);
    expect(accepts(shape, Object.fromEntries(Object.entries(verification).filter(([name]) => name !== field)))).toBe(
      false,
    );
  });

  it('metadata is an object, and not an array, text or null', () => {
    expect(accepts(shape, { ...verification, metadata: {} })).toBe(true);
    expect(accepts(shape, { ...verification, metadata: { a: [{ b: null }] } })).toBe(true);
    for (const wrong of [[], 'x', 1, null]) expect(accepts(shape, { ...verification, metadata: wrong })).toBe(false);
  });

  it('unknown fields are accepted', () => {
    expect(accepts(shape, { ...verification, something: 1, payload: { finger: 'LI', other: 2 } })).toBe(true);
  });

  it.each([null, [], 'x', 1])('a body that is %j is refused', (body) => {
    expect(accepts(shape, body)).toBe(false);
  });
});

describe('payload', () => {
  it('is optional for an enrollment and required for a verification', () => {
    expect(accepts(CreateEnrollmentRequest, creation)).toBe(true);
    expect(accepts(CreateVerificationRequest, creation)).toBe(false);
  });

  it.each([[], 'LI', null])('is an object, not %j', (payload) => {
    expect(accepts(CreationShape, { ...creation, payload })).toBe(false);
  });

  it('of a verification needs a finger; of an enrollment it may name one', () => {
    const enrollPayload = partialPayload(BIOMETRIC_TYPES.fingerprint);
    const verifyPayload = wholePayload(BIOMETRIC_TYPES.fingerprint);
    expect(accepts(verifyPayload, {})).toBe(false);
    expect(accepts(enrollPayload, {})).toBe(true);
    for (const finger of ['LI', 'LM', 'RI', 'RM'])
      expect([accepts(verifyPayload, { finger }), accepts(enrollPayload, { finger })]).toEqual([true, true]);
    for (const finger of ['li', 'LT', '', null, 1])
      expect([accepts(verifyPayload, { finger }), accepts(enrollPayload, { finger })]).toEqual([false, false]);
  });
});

describe('the other bodies of the merchant API', () => {
  it('a cancel reason has at most 128 characters', () => {
    expect(accepts(CancelRequest, { ...cancel, reason: text(128) })).toBe(true);
    expect(accepts(CancelRequest, { ...cancel, reason: text(129) })).toBe(false);
    expect(accepts(CancelRequest, cancel)).toBe(true);
    expect(accepts(CancelRequest, { merchant_id: 'm' })).toBe(false);
  });

  it('wait is a whole number of seconds from 0 to 25', () => {
    const accepted = (wait: unknown) => accepts(ResultQuery, { merchant_user_ref: 'u', wait });
    for (let wait = 0; wait <= 25; wait++) expect(accepted(wait)).toBe(true);
    for (const wait of [26, 100, -1, 1.5, '1', '']) expect(accepted(wait)).toBe(false);
  });

  it('a token request needs grant_type; client_id and client_secret may come by Authorization: Basic instead', () => {
    const request = { grant_type: 'client_credentials', client_id: 'c', client_secret: 's' };
    expect(accepts(TokenRequest, request)).toBe(true);
    expect(accepts(TokenRequest, { grant_type: 'client_credentials' })).toBe(true);
    expect(accepts(TokenRequest, { client_id: 'c', client_secret: 's' })).toBe(false);
  });

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
  it('a claim has a link token, and a nonce of 16 to 128 characters if any', () => {
    const accepted = (nonce?: string) =>
      accepts(ClaimRequest, { link_token: 't', ...(nonce !== undefined && { app_nonce: nonce }) });
    expect([accepted(), accepted(text(15)), accepted(text(16)), accepted(text(128)), accepted(text(129))]).toEqual([
      true,
      false,
      true,
      true,
      false,
    ]);
    expect(accepts(ClaimRequest, { link_token: '' })).toBe(false);
  });

  it('a callback has finger, features and enc_key', () => {
    const callback = { finger: 'RM', features: 'AA==', enc_key: 'AA==' };
    expect(accepts(CallbackRequest, callback)).toBe(true);
    for (const field of Object.keys(callback))
      expect(accepts(CallbackRequest, { ...callback, [field]: '' })).toBe(false);
  });

  it('features are bound to their context and finger', () => {
    expect(sealedFor('fingerprint', 'c0ntext', 'LM')).toBe('authly:fingerprint:v2:c0ntext:LM');
  });

  it('an app reports one of three reasons, a link is asked for by qr or button', () => {
    expect(
      ['capture_failed', 'device_not_supported', 'user_declined', 'session_expired'].map((reason) =>
        accepts(AppFailureRequest, { reason }),
      ),
    ).toEqual([true, true, true, false]);
    expect(['qr', 'button', 'nfc'].map((via) => accepts(HostedLinkQuery, { via }))).toEqual([true, true, false]);
  });

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
