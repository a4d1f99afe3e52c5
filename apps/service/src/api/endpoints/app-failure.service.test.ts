import { APP_FAILURE_REASONS } from '@authly/contract/wire/failure-codes';
import { beforeAll, expect, it } from 'vitest';
import { codeOf, MerchantCalls } from '../../../test/merchant-calls.ts';
import { onOneStore } from '../../../test/on-stores.ts';
import { PageSide } from '../../../test/page-side.ts';
import type { TestService } from '../../../test/running-service.ts';

onOneStore((fixture) => {
  let service: TestService;
  let shop: MerchantCalls;
  beforeAll(async () => {
    service = await fixture.start();
    shop = await MerchantCalls.of(service);
  });

  it.each(APP_FAILURE_REASONS)('%s: 200, and the session failed with it', async (reason) => {
    const page = await PageSide.open(shop);
    const app = await page.join();
    const answer = await app.failure(reason);
    expect([answer.status, answer.json]).toEqual([200, { session_id: page.sessionId, status: 'failed' }]);
    expect((await shop.result(page.sessionId)).json).toMatchObject({
      status: 'failed',
      failure_code: reason,
      result: null,
    });
    expect((await page.session()).json).toMatchObject({ status: 'failed', failure_code: reason });
  });

  it('needs no confirmation of the join', async () => {
    const app = await (await PageSide.open(shop)).join('qr');
    expect((await app.failure('user_declined')).json.status).toBe('failed');
  });

  it.each(['provider_error', 'session_expired', '', 1, null, undefined])(
    '400 for %s, and the session stays open',
    async (reason) => {
      const app = await (await PageSide.open(shop)).join();
      expect(codeOf(await app.failure(reason))).toEqual([400, 'invalid_request']);
      expect((await app.session()).json.status).toBe('app_launched');
    },
  );
});
