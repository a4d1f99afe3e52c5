import { beforeAll, describe, expect, it } from 'vitest';
import { codeOf, ENROLLMENTS, MerchantCalls, VERIFICATIONS } from '../../../test/merchant-calls.ts';
import { onOneStore } from '../../../test/on-stores.ts';
import type { TestAnswer, TestService } from '../../../test/running-service.ts';

const NOWHERE = 'ses_000000000000000000000000000000000000';

onOneStore((fixture) => {
  let service: TestService;
  let shop: MerchantCalls;
  let other: MerchantCalls;
  let scopeless: string;
  let session: string;
  beforeAll(async () => {
    service = await fixture.start();
    shop = await MerchantCalls.of(service);
    other = await MerchantCalls.of(service);
    session = await shop.newSession();
  });
  const broken = (path: string): Promise<TestAnswer> => service.post(path, scopeless, '{');

  describe.each([
    ['enrollment', ENROLLMENTS, 'verification:create result:read session:cancel'],
    ['verification', VERIFICATIONS, 'enrollment:create result:read session:cancel'],
  ])('create %s: token → scope → shape → type → merchant → idempotency', (_, path, otherScopes) => {
    beforeAll(async () => {
      scopeless = await service.token(await service.addClient(shop.merchantId), otherScopes);
    });

    it('401 before 400: a bad token with a bad Idempotency-Key', async () => {
      expect(codeOf(await service.post(path, 'bad', {}, { 'idempotency-key': 'with blank' }))).toEqual([
        401,
        'invalid_token',
      ]);
    });
    it('403 insufficient_scope before 400: no scope with a broken body', async () => {
      expect(codeOf(await broken(path))).toEqual([403, 'insufficient_scope']);
    });
    it('400 invalid_request before unsupported_bio_type and merchant_mismatch', async () => {
      expect(
        codeOf(
          await shop.post(path, shop.verification({ type: 'iris', merchant_id: 'm_other', locale: 'x'.repeat(17) })),
        ),
      ).toEqual([400, 'invalid_request']);
      expect(
        codeOf(
          await shop.post(path, shop.verification({ type: 'iris', merchant_id: 'm_other', metadata: { ssn: 1 } })),
        ),
      ).toEqual([400, 'invalid_request']);
    });
    it('400 unsupported_bio_type before merchant_mismatch', async () => {
      expect(codeOf(await shop.post(path, shop.verification({ type: 'iris', merchant_id: 'm_other' })))).toEqual([
        400,
        'unsupported_bio_type',
      ]);
    });
    it('403 merchant_mismatch before idempotency_conflict', async () => {
      const key = { 'idempotency-key': 'order' };
      expect((await shop.post(path, shop.verification(), key)).status).toBe(201);
      expect(codeOf(await shop.post(path, shop.verification({ merchant_id: 'm_other' }), key))).toEqual([
        403,
        'merchant_mismatch',
      ]);
      expect(codeOf(await shop.post(path, shop.verification({ locale: 'ko' }), key))).toEqual([
        409,
        'idempotency_conflict',
      ]);
    });
  });

  describe('result: token → scope → query → session → merchant → user ref', () => {
    beforeAll(async () => {
      scopeless = await service.token(await service.addClient(shop.merchantId), 'session:cancel');
    });

    it('401 before a bad query', async () => {
      expect(codeOf(await service.get(`/v1/sessions/${session}/result?wait=x`, 'bad'))).toEqual([401, 'invalid_token']);
    });
    it('403 insufficient_scope before a bad query', async () => {
      expect(codeOf(await service.get(`/v1/sessions/${session}/result?wait=x`, scopeless))).toEqual([
        403,
        'insufficient_scope',
      ]);
    });
    it('400 before an unknown session', async () => {
      expect(codeOf(await shop.result(NOWHERE, 'wait=x'))).toEqual([400, 'invalid_request']);
      expect(codeOf(await shop.result(NOWHERE, ''))).toEqual([400, 'invalid_request']);
    });
    it('404 session_not_found before the merchant and the user ref', async () => {
      expect(codeOf(await other.result(NOWHERE, 'merchant_user_ref=someone'))).toEqual([404, 'session_not_found']);
    });
    it('403 merchant_mismatch before merchant_user_ref_mismatch', async () => {
      expect(codeOf(await other.result(session, 'merchant_user_ref=someone'))).toEqual([403, 'merchant_mismatch']);
    });
  });

  describe('cancel: token → scope → body → session → merchant → user ref → state', () => {
    beforeAll(async () => {
      scopeless = await service.token(await service.addClient(shop.merchantId), 'result:read');
    });
    const path = (id: string): string => `/v1/sessions/${id}/cancel`;
    it('403 insufficient_scope before a broken body', async () => {
      expect(codeOf(await broken(path(session)))).toEqual([403, 'insufficient_scope']);
    });
    it('400 before an unknown session', async () => {
      expect(codeOf(await shop.cancel(NOWHERE, { reason: 'x'.repeat(129) }))).toEqual([400, 'invalid_request']);
    });
    it('404 session_not_found before a wrong merchant in the body', async () => {
      expect(codeOf(await shop.cancel(NOWHERE, { merchant_id: 'm_other', merchant_user_ref: 'x' }))).toEqual([
        404,
        'session_not_found',
      ]);
    });
    it('403 merchant_mismatch before merchant_user_ref_mismatch', async () => {
      expect(codeOf(await shop.cancel(session, { merchant_id: 'm_other', merchant_user_ref: 'x' }))).toEqual([
        403,
        'merchant_mismatch',
      ]);
      expect(codeOf(await other.cancel(session, { merchant_user_ref: 'x' }))).toEqual([403, 'merchant_mismatch']);
    });
    it('403 merchant_user_ref_mismatch before the state', async () => {
      expect(codeOf(await shop.cancel(session, { merchant_user_ref: 'x' }))).toEqual([
        403,
        'merchant_user_ref_mismatch',
      ]);
      expect(codeOf(await shop.cancel(session))).toEqual([409, 'invalid_session_transition']);
    });
  });
});
