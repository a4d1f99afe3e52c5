import { FINAL_STATES } from '@authly/contract/states';
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

  it('after a claim by QR: confirmed, for the page and for the app', async () => {
    const page = await pageIn('opened');
    const app = await page.join('qr');
    const answer = await page.confirm();
    expect([answer.status, answer.json.confirmed, answer.json.match_code]).toEqual([200, true, app.joined.match_code]);
    expect((await app.session()).json.confirmed).toBe(true);
  });

  it('does not change the status', async () => {
    const page = await pageIn('opened');
    await page.join('qr');
    await page.confirm();
    expect((await shop.result(page.sessionId)).json.status).toBe('app_launched');
  });

  it('a second time, and after a claim by button, changes nothing', async () => {
    const page = await pageIn('opened');
    await page.join('button');
    expect((await page.confirm()).json).toMatchObject({ status: 'app_launched', confirmed: true });
    expect((await page.confirm()).status).toBe(200);
  });

  it.each(['callback_received', 'processing'] as const)(
    'a late confirmation is no error while it is %s',
    async (status) => {
      expect((await (await pageIn(status)).confirm()).json).toMatchObject({ status, confirmed: true });
    },
  );

  it.each(['created', 'opened'] as const)(
    '409 invalid_session_transition when no app has joined: %s',
    async (status) => {
      expect(codeOf(await (await pageIn(status)).confirm())).toEqual([409, 'invalid_session_transition']);
    },
  );

  it.each(FINAL_STATES)('409 session_finalized after the end: %s', async (status) => {
    expect(codeOf(await (await pageIn(status)).confirm())).toEqual([409, 'session_finalized']);
  });

  it('a concurrent cancel wins over a confirmation, and nothing is sent for a canceled session', async () => {
    const page = await pageIn('opened');
    const app = await page.join('qr');
    const [, canceled] = await Promise.all([page.confirm(), page.cancel()]);
    expect(canceled.status).toBe(200);
    expect((await app.session()).json.status).toBe('canceled');
    expect(codeOf(await app.callback({}))).toEqual([409, 'session_finalized']);
  });
});
