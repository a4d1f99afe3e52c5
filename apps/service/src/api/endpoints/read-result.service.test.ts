import { FAILURE_CODES, type FailureCode } from '@authly/contract/wire/failure-codes';
import { NON_FINAL_STATES } from '@authly/contract/wire/states';
import { beforeAll, describe, expect, it } from 'vitest';
import { driveTo } from '../../../test/drive-session.ts';
import { codeOf, MerchantCalls } from '../../../test/merchant-calls.ts';
import { onOneStore } from '../../../test/on-stores.ts';
import type { TestService } from '../../../test/running-service.ts';

const INVALID = [400, 'invalid_request'];
const NOT_FOUND = [404, 'session_not_found'];

onOneStore((fixture) => {
  let service: TestService;
  let shop: MerchantCalls;
  beforeAll(async () => {
    service = await fixture.start();
    shop = await MerchantCalls.of(service);
  });
  const drive = (status: Parameters<typeof driveTo>[0], id: string, more: object = {}): Promise<void> =>
    driveTo(status, id, { store: service.service.store, now: service.clock.now(), ...more });
  const now = (): string => new Date(service.clock.now()).toISOString();
  const common = (id: string, mode: string) => ({
    session_id: id,
    mode,
    merchant_id: shop.merchantId,
    merchant_user_ref: 'user-1',
    expires_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
  });

  describe('200', () => {
    it.each(NON_FINAL_STATES)('%s: result null, no failure_code', async (status) => {
      const id = await shop.newSession('verify');
      await drive(status, id);
      const answer = await shop.result(id);
      expect([answer.status, answer.json]).toEqual([200, { ...common(id, 'verify'), status, result: null }]);
      expect(answer.headers['cache-control']).toBe('no-store');
    });

    it('enrollment succeeded: {enrolled: true, payload: {finger}, completed_at}, the finger as it was stored', async () => {
      const id = (await shop.enroll({ payload: { finger: 'LI' } })).json.session_id as string;
      await drive('succeeded', id, { outcome: { matched: null, payload: { finger: 'RM' } } });
      const completedAt = now();
      service.clock.move(5000);
      expect((await shop.result(id)).json).toEqual({
        ...common(id, 'enroll'),
        status: 'succeeded',
        result: { enrolled: true, payload: { finger: 'RM' }, completed_at: completedAt },
      });
    });

    it.each([true, false])('verification succeeded with matched: %s', async (matched) => {
      const id = await shop.newSession('verify');
      await drive('succeeded', id, { outcome: { matched, payload: { finger: 'RI' } } });
      expect((await shop.result(id)).json).toEqual({
        ...common(id, 'verify'),
        status: 'succeeded',
        result: { matched, payload: { finger: 'RI' }, completed_at: now() },
      });
    });

    it.each(Object.keys(FAILURE_CODES).filter((code) => code !== 'session_expired') as FailureCode[])(
      'failed: failure_code %s, result null',
      async (failureCode) => {
        const id = await shop.newSession();
        await drive('failed', id, { failureCode });
        expect((await shop.result(id)).json).toEqual({
          ...common(id, 'enroll'),
          status: 'failed',
          failure_code: failureCode,
          result: null,
        });
      },
    );

    it('canceled: the same shape, result null, no failure_code, no reason', async () => {
      const id = await shop.newSession();
      await drive('opened', id);
      await shop.cancel(id, { reason: 'changed_mind' });
      expect((await shop.result(id)).json).toEqual({ ...common(id, 'enroll'), status: 'canceled', result: null });
    });

    it.each(['created', 'opened', 'app_launched'] as const)(
      'expired at expires_at and not a millisecond before, from %s: failure_code session_expired',
      async (status) => {
        const id = await shop.newSession();
        await drive(status, id);
        service.clock.move(599_999);
        await shop.renew();
        expect((await shop.result(id)).json.status).toBe(status);
        service.clock.move(1);
        expect((await shop.result(id)).json).toEqual({
          ...common(id, 'enroll'),
          status: 'expired',
          failure_code: 'session_expired',
          result: null,
        });
      },
    );

    it.each(['callback_received', 'processing'] as const)(
      '%s outlives expires_at, and fails as processing_interrupted at its own deadline',
      async (status) => {
        const id = await shop.newSession();
        service.clock.move(599_999);
        await shop.renew();
        await drive(status, id);
        service.clock.move(24_999);
        expect((await shop.result(id)).json.status).toBe(status);
        service.clock.move(1);
        expect((await shop.result(id)).json).toMatchObject({
          status: 'failed',
          failure_code: 'processing_interrupted',
          result: null,
        });
      },
    );

    it('merchant_user_ref is compared as decoded text', async () => {
      const ref = 'a b+c/ä😀%&=';
      const id = (await shop.enroll({ merchant_user_ref: ref })).json.session_id as string;
      const answer = await shop.result(id, new URLSearchParams({ merchant_user_ref: ref }).toString());
      expect([answer.status, answer.json.merchant_user_ref]).toEqual([200, ref]);
    });

    it('unknown query parameters are ignored', async () => {
      expect((await shop.result(await shop.newSession(), 'merchant_user_ref=user-1&later=1&flag')).status).toBe(200);
    });
  });

  describe('400 invalid_request', () => {
    it.each([
      ['no merchant_user_ref', ''],
      ['an empty merchant_user_ref', 'merchant_user_ref='],
      ['a merchant_user_ref of 257 chars', `merchant_user_ref=${'x'.repeat(257)}`],
      ['a repeated merchant_user_ref', 'merchant_user_ref=user-1&merchant_user_ref=user-1'],
      ['a repeated parameter that nobody asked for', 'merchant_user_ref=user-1&x=1&x=2'],
      ['a parameter repeated in another spelling', 'merchant_user_ref=user-1&merchant%5Fuser_ref=user-2'],
      ['broken percent-encoding', 'merchant_user_ref=%zz'],
      ['percent-encoding that is not UTF-8', 'merchant_user_ref=%ff'],
      ['U+0000', 'merchant_user_ref=a%00'],
      ['a wait of 26', 'merchant_user_ref=user-1&wait=26'],
      ['a wait below 0', 'merchant_user_ref=user-1&wait=-1'],
      ['a wait that is no number', 'merchant_user_ref=user-1&wait=abc'],
      ['an empty wait', 'merchant_user_ref=user-1&wait='],
      ['a wait with a fraction', 'merchant_user_ref=user-1&wait=1.5'],
    ])('%s', async (_, query) => {
      expect(codeOf(await shop.result(await shop.newSession(), query))).toEqual(INVALID);
    });

    it('a session id whose percent-encoding is broken', async () => {
      expect(codeOf(await shop.result('%zz'))).toEqual(INVALID);
    });
  });

  describe('404 session_not_found', () => {
    it.each([
      ['malformed', 'nonsense'],
      ['malformed, encoded', '%00%01'],
      ['with a slash, encoded', 'ses_%2F..%2F'],
      ['empty', ''],
      ['overlong', 'x'.repeat(8000)],
      ["of a hosted token's form", 'ses_000000000000000000000000000000000000.abc'],
    ])('an id that is %s', async (_, id) => {
      expect(codeOf(await shop.result(id))).toEqual(NOT_FOUND);
    });

    it('an id in upper case', async () => {
      expect(codeOf(await shop.result((await shop.newSession()).toUpperCase()))).toEqual(NOT_FOUND);
    });

    it('a session that retention has erased', async () => {
      const id = await shop.newSession();
      // In batches, because one may end early on a busy machine.
      const { sessions } = service.service.store;
      while ((await sessions.erase(service.clock.now() + 1, 10_000)) > 0);
      expect(codeOf(await shop.result(id))).toEqual(NOT_FOUND);
    });

    it('a session of the other environment', async () => {
      const live = await (await fixture.another()).start({ environment: 'production' });
      const elsewhere = await MerchantCalls.of(live, { id: shop.merchantId });
      expect(codeOf(await shop.result(await elsewhere.newSession()))).toEqual(NOT_FOUND);
    });
  });
});
