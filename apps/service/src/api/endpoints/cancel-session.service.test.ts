import { FINAL_STATES, SESSION_STATES, type SessionStatus } from '@authly/contract/wire/states';
import { beforeAll, describe, expect, it } from 'vitest';
import { driveTo } from '../../../test/drive-session.ts';
import { codeOf, MerchantCalls } from '../../../test/merchant-calls.ts';
import { onOneStore } from '../../../test/on-stores.ts';
import type { TestService } from '../../../test/running-service.ts';

const INVALID = [400, 'invalid_request'];
const CANCELABLE = ['opened', 'app_launched'] as const;
const NOT_NOW = ['created', 'callback_received', 'processing'] as const;

onOneStore((fixture) => {
  let service: TestService;
  let shop: MerchantCalls;
  beforeAll(async () => {
    service = await fixture.start();
    shop = await MerchantCalls.of(service);
  });
  const sessionIn = async (status: SessionStatus): Promise<string> => {
    const id = await shop.newSession();
    await driveTo(status, id, { store: service.service.store, now: service.clock.now() });
    if (status === 'expired') {
      service.clock.move(600_000);
      await shop.renew();
    }
    return id;
  };
  const reasonOf = async (id: string) => (await service.service.store.sessions.find(id))?.cancelReason;

  it.each(CANCELABLE)('200 {session_id, status: canceled} from %s', async (status) => {
    const id = await sessionIn(status);
    const answer = await shop.cancel(id);
    expect([answer.status, answer.json]).toEqual([200, { session_id: id, status: 'canceled' }]);
    expect((await shop.result(id)).json.status).toBe('canceled');
  });

  it.each(NOT_NOW)('409 invalid_session_transition from %s, which stays as it is', async (status) => {
    const id = await sessionIn(status);
    expect(codeOf(await shop.cancel(id))).toEqual([409, 'invalid_session_transition']);
    expect((await shop.result(id)).json.status).toBe(status);
  });

  it.each(FINAL_STATES)('409 session_finalized from %s', async (status) => {
    const id = await sessionIn(status);
    expect(codeOf(await shop.cancel(id))).toEqual([409, 'session_finalized']);
    expect((await shop.result(id)).json.status).toBe(status);
  });

  it('these are all states', () => {
    expect([...CANCELABLE, ...NOT_NOW, ...FINAL_STATES].sort()).toEqual([...SESSION_STATES].sort());
  });

  it('409 session_finalized from the moment of expires_at, swept or not', async () => {
    const id = await sessionIn('opened');
    service.clock.move(599_999);
    const inTime = await shop.renew();
    expect((await inTime.cancel(id)).status).toBe(200);
    const late = await sessionIn('app_launched');
    service.clock.move(600_000);
    await shop.renew();
    expect(codeOf(await shop.cancel(late))).toEqual([409, 'session_finalized']);
  });

  it('a second cancel is 409 session_finalized, even with the same Idempotency-Key', async () => {
    const id = await sessionIn('opened');
    const key = { 'idempotency-key': 'cancel-1' };
    expect((await shop.cancel(id, {}, key)).status).toBe(200);
    expect(codeOf(await shop.cancel(id, {}, key))).toEqual([409, 'session_finalized']);
  });

  it('an invalid Idempotency-Key is ignored', async () => {
    expect((await shop.cancel(await sessionIn('opened'), {}, { 'idempotency-key': 'with blank' })).status).toBe(200);
  });

  it('of 20 at once exactly one cancels', async () => {
    const id = await sessionIn('opened');
    const answers = await Promise.all(Array.from({ length: 20 }, () => shop.cancel(id)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(19);
  });

  describe('reason', () => {
    it('is stored as given; default user_cancel', async () => {
      const [plain, told] = [await sessionIn('opened'), await sessionIn('opened')];
      await shop.cancel(plain);
      await shop.cancel(told, { reason: 'cart_abandoned' });
      expect([await reasonOf(plain), await reasonOf(told)]).toEqual(['user_cancel', 'cart_abandoned']);
    });

    it.each([['x'.repeat(128)], ['😀'.repeat(128)]])('of 128 chars is accepted', async (reason) => {
      const id = await sessionIn('opened');
      expect((await shop.cancel(id, { reason })).status).toBe(200);
      expect(await reasonOf(id)).toBe(reason);
    });

    it.each([
      ['of 129 chars', 'x'.repeat(129)],
      ['of 129 emoji', '😀'.repeat(129)],
      ['that is no string', 1],
      ['that is null', null],
    ])('400 for a reason %s', async (_, reason) => {
      expect(codeOf(await shop.cancel(await sessionIn('opened'), { reason }))).toEqual(INVALID);
    });
  });

  describe('400 invalid_request', () => {
    it.each<[string, object]>([
      ['no merchant_id', { merchant_id: undefined }],
      ['an empty merchant_id', { merchant_id: '' }],
      ['a merchant_id of 129 chars', { merchant_id: 'x'.repeat(129) }],
      ['no merchant_user_ref', { merchant_user_ref: undefined }],
      ['an empty merchant_user_ref', { merchant_user_ref: '' }],
      ['a merchant_user_ref of 257 chars', { merchant_user_ref: 'x'.repeat(257) }],
      ['U+0000', { reason: 'a\0' }],
    ])('%s', async (_, more) => {
      expect(codeOf(await shop.cancel(await sessionIn('opened'), more))).toEqual(INVALID);
    });
  });

  describe('403', () => {
    it('merchant_mismatch: the body names another merchant', async () => {
      expect(codeOf(await shop.cancel(await sessionIn('opened'), { merchant_id: 'm_other' }))).toEqual([
        403,
        'merchant_mismatch',
      ]);
    });
    it("merchant_mismatch: another merchant's session", async () => {
      const other = await MerchantCalls.of(service);
      expect(codeOf(await other.cancel(await sessionIn('opened')))).toEqual([403, 'merchant_mismatch']);
    });
  });

  it.each(['x', 'x'.repeat(5000)])('404 session_not_found: %s', async (id) => {
    expect(codeOf(await shop.cancel(id))).toEqual([404, 'session_not_found']);
  });
});
