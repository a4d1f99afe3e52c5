import { ERRORS, type ErrorCode } from '@authly/contract/errors';
import { errorsOf } from '@authly/contract/catalogue/operations';
import { OPERATIONS, type OperationName } from '@authly/contract/operation-table';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { driveTo } from '../../test/drive-session.ts';
import { MerchantCalls } from '../../test/merchant-calls.ts';
import { onOneStore } from '../../test/on-stores.ts';
import { credentials, type TestAnswer, type TestService } from '../../test/running-service.ts';
import { StoreUnavailableError } from '../storage/port/store.ts';

const MERCHANT_API = [
  'issueToken',
  'createEnrollmentSession',
  'createVerificationSession',
  'readResult',
  'cancelSession',
  'listSigningKeys',
] as const satisfies readonly OperationName[];
type Operation = (typeof MERCHANT_API)[number];

/** Shared codes that cannot occur here: a GET reads no body, and the key list no query. */
const CANNOT_HAPPEN: ReadonlySet<string> = new Set([
  'listSigningKeys invalid_request',
  'listSigningKeys payload_too_large',
  'readResult payload_too_large',
]);

/** Tests every error code of every endpoint in the contract's table. */
onOneStore((fixture) => {
  let service: TestService;
  let shop: MerchantCalls;
  let other: MerchantCalls;
  let id: string;
  beforeAll(async () => {
    service = await fixture.start();
    other = await MerchantCalls.of(service);
  });
  beforeEach(async () => {
    shop = await MerchantCalls.of(service);
    id = await shop.newSession();
  });
  afterEach(() => vi.restoreAllMocks());

  const paths = (operation: Operation): string => OPERATIONS[operation].path.replace('{session_id}', id);
  /** A valid request with these changes. */
  function call(
    operation: Operation,
    {
      token = shop.token,
      body = {},
      sessionId = id,
      ref = 'user-1',
      raw,
    }: { token?: string; body?: object; sessionId?: string; ref?: string; raw?: string } = {},
  ): Promise<TestAnswer> {
    if (operation === 'listSigningKeys') return service.get(paths(operation));
    if (operation === 'issueToken')
      return service.postForm(paths(operation), raw ?? { ...credentials(shop.client), ...body });
    if (operation === 'readResult')
      return service.get(
        `/v1/sessions/${sessionId}/result?${raw ?? new URLSearchParams({ merchant_user_ref: ref }).toString()}`,
        token,
      );
    const path = operation === 'cancelSession' ? `/v1/sessions/${sessionId}/cancel` : paths(operation);
    return service.post(path, token, raw ?? shop.verification({ merchant_user_ref: ref, ...body }));
  }

  const failing = (error: Error, operation: Operation): Promise<TestAnswer> => {
    const { store } = service.service;
    vi.spyOn(store.merchants, 'findClient').mockRejectedValue(error);
    vi.spyOn(store.keys, 'list').mockRejectedValue(error);
    vi.spyOn(store.sessions, 'create').mockRejectedValue(error);
    vi.spyOn(store.sessions, 'find').mockRejectedValue(error);
    service.clock.move(5000);
    return call(operation);
  };

  async function twice(send: () => Promise<TestAnswer>): Promise<TestAnswer> {
    await send();
    return send();
  }

  const provoke: Partial<Record<ErrorCode, (operation: Operation) => Promise<TestAnswer>>> = {
    invalid_request: (operation) => call(operation, { raw: '{' }),
    unsupported_grant_type: (operation) => call(operation, { body: { grant_type: 'password' } }),
    invalid_scope: (operation) => call(operation, { body: { scope: 'admin' } }),
    invalid_client: (operation) => call(operation, { body: { client_secret: 'wrong' } }),
    rate_limited: async (operation) => {
      const limited = await MerchantCalls.of(service, { rateLimits: { createPerMerchant: 1, resultPerMerchant: 1 } });
      if (operation === 'readResult') {
        const session = await limited.newSession();
        return twice(() => limited.result(session));
      }
      if (operation !== 'issueToken') return twice(() => limited.post(paths(operation), limited.verification()));
      await Promise.all(Array.from({ length: 30 }, () => call(operation)));
      return call(operation);
    },
    unsupported_bio_type: (operation) => call(operation, { body: { type: 'iris' } }),
    invalid_token: (operation) => call(operation, { token: 'forged' }),
    insufficient_scope: async (operation) =>
      call(operation, {
        token: await service.token(shop.client, operation === 'readResult' ? 'session:cancel' : 'result:read'),
      }),
    merchant_mismatch: (operation) => call(operation, { token: other.token }),
    merchant_user_ref_mismatch: (operation) => call(operation, { ref: 'user-2' }),
    session_not_found: (operation) => call(operation, { sessionId: 'ses_000000000000000000000000000000000000' }),
    idempotency_conflict: async (operation) => {
      const key = { 'idempotency-key': 'conflict' };
      await shop.post(paths(operation), shop.verification(), key);
      return shop.post(paths(operation), shop.verification({ locale: 'ko' }), key);
    },
    session_finalized: async (operation) => {
      await driveTo('failed', id, { store: service.service.store, now: service.clock.now() });
      return call(operation);
    },
    invalid_session_transition: (operation) => call(operation),
    payload_too_large: (operation) => call(operation, { raw: 'x'.repeat(1_048_577) }),
    not_found: (operation) => service.request(`${paths(operation)}/more`, { method: OPERATIONS[operation].method }),
    method_not_allowed: (operation) => service.request(paths(operation), { method: 'PUT' }),
    internal_error: (operation) => failing(new Error('a fault of ours'), operation),
    unavailable: (operation) => failing(new StoreUnavailableError('unreachable', 'the database is away'), operation),
  };

  describe.each(MERCHANT_API)('%s', (operation) => {
    const codes = errorsOf(operation).filter((code) => !CANNOT_HAPPEN.has(`${operation} ${code}`));

    it.each(codes.map((code) => [ERRORS[code].status, code] as const))('%i %s', async (status, code) => {
      const answer = await provoke[code]!(operation);
      expect(answer.json).toEqual({
        error: { code, message: expect.any(String), request_id: answer.headers['x-request-id'] },
      });
      expect(answer.status).toBe(status);
      expect(answer.headers['retry-after'] !== undefined).toBe(status === 429 || status === 503);
      expect(answer.headers['www-authenticate'] !== undefined).toBe(status === 401);
      expect(answer.headers['cache-control']).toBe('no-store');
      expect(answer.headers['link']).toBe(`</docs/guides/handle-errors#${code}>; rel="help"`);
    });

    it('and otherwise it succeeds', async () => {
      if (operation === 'cancelSession')
        await driveTo('opened', id, { store: service.service.store, now: service.clock.now() });
      expect((await call(operation)).status).toBe(OPERATIONS[operation].success);
    });
  });

  it('the key list ignores body and query', async () => {
    const answer = await service.request('/v1/signing-keys?%zz&x=1&x=2', {
      method: 'GET',
      headers: { 'content-type': 'nonsense' },
    });
    expect(answer.status).toBe(200);
  });
});
