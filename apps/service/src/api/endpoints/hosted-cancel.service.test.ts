import { FINAL_STATES } from '@authly/contract/wire/states';
import { beforeAll, expect, it } from 'vitest';
import { driveTo } from '../../../test/drive-session.ts';
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
  const pageIn = async (status: Parameters<typeof driveTo>[0]): Promise<PageSide> => {
    const page = await PageSide.created(await shop.renew());
    await driveTo(status, page.sessionId, { store: service.service.store, now: service.clock.now() });
    if (status === 'expired') service.clock.move(600_000);
    return page;
  };

  it.each(['opened', 'app_launched'] as const)('from %s: canceled, with the default reason', async (status) => {
    const page = await pageIn(status);
    const answer = await page.cancel();
    expect([answer.status, answer.json]).toEqual([
      200,
      { session_id: page.sessionId, mode: 'enroll', status: 'canceled' },
    ]);
    expect((await shop.result(page.sessionId)).json).toMatchObject({ status: 'canceled', result: null });
    expect((await service.service.store.sessions.find(page.sessionId))?.cancelReason).toBe('user_cancel');
  });

  it.each(['created', 'callback_received', 'processing'] as const)(
    '409 invalid_session_transition from %s, which stays as it is',
    async (status) => {
      const page = await pageIn(status);
      expect(codeOf(await page.cancel())).toEqual([409, 'invalid_session_transition']);
      expect((await page.session()).json.status).toBe(status);
    },
  );

  it.each(FINAL_STATES)('409 session_finalized from %s', async (status) => {
    expect(codeOf(await (await pageIn(status)).cancel())).toEqual([409, 'session_finalized']);
  });

  it('of page and merchant at once, one cancels and the other gets 409', async () => {
    const page = await pageIn('opened');
    const answers = await Promise.all([page.cancel(), shop.cancel(page.sessionId)]);
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
  });

  it('a waiting app gets the cancellation', async () => {
    const page = await pageIn('opened');
    const app = await page.join('qr');
    const waiting = app.session('?wait=25');
    await page.cancel();
    expect((await waiting).json).toMatchObject({ status: 'canceled' });
  });
});
