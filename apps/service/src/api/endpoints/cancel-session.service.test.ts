import { beforeAll, describe, expect, it } from 'vitest';
import { driveTo } from '../../../test/drive-session.ts';
import { codeOf, MerchantCalls } from '../../../test/merchant-calls.ts';
import { onOneStore } from '../../../test/on-stores.ts';
import type { TestService } from '../../../test/running-service.ts';

const INVALID = [400, 'invalid_request'];

onOneStore((fixture) => {
  let service: TestService;
  let shop: MerchantCalls;
  beforeAll(async () => {
    service = await fixture.start();
    shop = await MerchantCalls.of(service);
  });
  const opened = async (): Promise<string> => {
    const id = await shop.newSession();
    await driveTo('opened', id, { store: service.service.store, now: service.clock.now() });
    return id;
  };
  const reasonOf = async (id: string) => (await service.service.store.sessions.find(id))?.cancelReason;

  it('a second cancel is 409 session_finalized, even with the same Idempotency-Key', async () => {
    const id = await opened();
    const key = { 'idempotency-key': 'cancel-1' };
    expect((await shop.cancel(id, {}, key)).status).toBe(200);
    expect(codeOf(await shop.cancel(id, {}, key))).toEqual([409, 'session_finalized']);
  });

  it('an invalid Idempotency-Key is ignored', async () => {
    expect((await shop.cancel(await opened(), {}, { 'idempotency-key': 'with blank' })).status).toBe(200);
  });

  describe('reason', () => {
    it('is stored as given; default user_cancel', async () => {
      const [plain, told] = [await opened(), await opened()];
      await shop.cancel(plain);
      await shop.cancel(told, { reason: 'cart_abandoned' });
      expect([await reasonOf(plain), await reasonOf(told)]).toEqual(['user_cancel', 'cart_abandoned']);
    });

    it.each([['x'.repeat(128)], ['😀'.repeat(128)]])('of 128 chars is accepted', async (reason) => {
      const id = await opened();
      expect((await shop.cancel(id, { reason })).status).toBe(200);
      expect(await reasonOf(id)).toBe(reason);
    });

    it.each([
      ['of 129 chars', 'x'.repeat(129)],
      ['of 129 emoji', '😀'.repeat(129)],
      ['that is no string', 1],
      ['that is null', null],
    ])('400 for a reason %s', async (_, reason) => {
      expect(codeOf(await shop.cancel(await opened(), { reason }))).toEqual(INVALID);
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
      expect(codeOf(await shop.cancel(await opened(), more))).toEqual(INVALID);
    });
  });
});
