import { beforeAll, describe, expect, it } from 'vitest';
import { codeOf, ENROLLMENTS, MerchantCalls, VERIFICATIONS } from '../../../test/merchant-calls.ts';
import { onOneStore } from '../../../test/on-stores.ts';
import type { TestAnswer, TestService } from '../../../test/running-service.ts';

const NOWHERE = 'ses_000000000000000000000000000000000000';
type Row = readonly [order: string, send: () => Promise<TestAnswer>, status: number, code: string];

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
  /** A token without the scope of the call. */
  const withScope = (scope: string): void => {
    beforeAll(async () => {
      scopeless = await service.token(await service.addClient(shop.merchantId), scope);
    });
  };

  describe.each([
    ['enrollment', ENROLLMENTS, 'verification:create result:read session:cancel'],
    ['verification', VERIFICATIONS, 'enrollment:create result:read session:cancel'],
  ])('create %s: token → scope → shape → type → merchant → idempotency', (_, path, otherScopes) => {
    withScope(otherScopes);
    const key = { 'idempotency-key': 'order' };
    const create = (body: object, headers = {}) => shop.post(path, shop.verification(body), headers);
    const wrong = { type: 'iris', merchant_id: 'm_other' };

    it.each<Row>([
      ['a bad token', () => service.post(path, 'bad', {}, { 'idempotency-key': 'with blank' }), 401, 'invalid_token'],
      ['no scope', () => service.post(path, scopeless, '{'), 403, 'insufficient_scope'],
      ['a field', () => create({ ...wrong, locale: 'x'.repeat(17) }), 400, 'invalid_request'],
      ['metadata', () => create({ ...wrong, metadata: { ssn: 1 } }), 400, 'invalid_request'],
      ['the type', () => create(wrong), 400, 'unsupported_bio_type'],
      [
        'the merchant',
        () => create({}, key).then(() => create({ merchant_id: 'm_other' }, key)),
        403,
        'merchant_mismatch',
      ],
      ['the Idempotency-Key', () => create({ locale: 'ko' }, key), 409, 'idempotency_conflict'],
    ])('%s comes before all later faults', async (_, send, status, code) =>
      expect(codeOf(await send())).toEqual([status, code]),
    );
  });

  describe('result: token → scope → query → session → merchant → user ref', () => {
    withScope('session:cancel');
    const read = (token: string) => service.get(`/v1/sessions/${session}/result?wait=x`, token);

    it.each<Row>([
      ['a bad token', () => read('bad'), 401, 'invalid_token'],
      ['no scope', () => read(scopeless), 403, 'insufficient_scope'],
      ['a wrong wait', () => shop.result(NOWHERE, 'wait=x'), 400, 'invalid_request'],
      ['no user ref', () => shop.result(NOWHERE, ''), 400, 'invalid_request'],
      ['an unknown session', () => other.result(NOWHERE, 'merchant_user_ref=someone'), 404, 'session_not_found'],
      ['another merchant', () => other.result(session, 'merchant_user_ref=someone'), 403, 'merchant_mismatch'],
    ])('%s comes before all later faults', async (_, send, status, code) =>
      expect(codeOf(await send())).toEqual([status, code]),
    );
  });

  describe('cancel: token → scope → body → session → merchant → user ref → state', () => {
    withScope('result:read');
    const stranger = { merchant_id: 'm_other', merchant_user_ref: 'x' };

    it.each<Row>([
      ['no scope', () => service.post(`/v1/sessions/${session}/cancel`, scopeless, '{'), 403, 'insufficient_scope'],
      ['a long reason', () => shop.cancel(NOWHERE, { reason: 'x'.repeat(129) }), 400, 'invalid_request'],
      ['an unknown session', () => shop.cancel(NOWHERE, stranger), 404, 'session_not_found'],
      ['another merchant in the body', () => shop.cancel(session, stranger), 403, 'merchant_mismatch'],
      ['another merchant', () => other.cancel(session, { merchant_user_ref: 'x' }), 403, 'merchant_mismatch'],
      ['another user', () => shop.cancel(session, { merchant_user_ref: 'x' }), 403, 'merchant_user_ref_mismatch'],
      ['the state', () => shop.cancel(session), 409, 'invalid_session_transition'],
    ])('%s comes before all later faults', async (_, send, status, code) =>
      expect(codeOf(await send())).toEqual([status, code]),
    );
  });
});
