import { beforeAll, describe, expect, it } from 'vitest';
import { claim } from '../../../test/app-side.ts';
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
    return page;
  };

  it.each(['qr', 'button'])('via=%s: the app address with the token in its fragment, live for 30 s', async (via) => {
    const answer = await (await pageIn('opened')).link(`via=${via}`);
    expect([answer.status, answer.headers['cache-control']]).toEqual([200, 'no-store']);
    expect(answer.json).toEqual({
      app_url: expect.stringMatching(/^https:\/\/authly\.test\/app\/#link=[\w.-]+$/),
      expires_at: new Date(service.clock.now() + 30_000).toISOString(),
      now: new Date(service.clock.now()).toISOString(),
      next: {
        app_url: expect.stringMatching(/^https:\/\/authly\.test\/app\/#link=[\w.-]+$/),
        expires_at: new Date(service.clock.now() + 40_000).toISOString(),
      },
    });
  });

  it('the next link works from 10 s later on for 30 s: not sooner, not longer', async () => {
    const next = async (): Promise<string> =>
      ((await (await pageIn('opened')).link('via=qr')).json['next'] as { app_url: string }).app_url.split('#link=')[1]!;
    const [atOnce, inTime, late] = [await next(), await next(), await next()];
    service.clock.move(9999);
    expect(codeOf(await claim(service, atOnce))).toEqual([404, 'link_not_found']);
    service.clock.move(1);
    expect((await claim(service, atOnce)).status).toBe(200);
    service.clock.move(29_999);
    expect((await claim(service, inTime)).status).toBe(200);
    service.clock.move(1);
    expect(codeOf(await claim(service, late))).toEqual([404, 'link_not_found']);
  });

  it('each call returns a new token, and earlier ones stay valid for 30 s', async () => {
    const page = await pageIn('opened');
    const first = await page.linkToken();
    service.clock.move(10_000);
    const second = await page.linkToken();
    expect(second).not.toBe(first);
    service.clock.move(19_999);
    expect((await claim(service, first)).status).toBe(200);
  });

  it('reveals only the id of the session', async () => {
    const page = await pageIn('opened');
    expect(await page.linkToken()).not.toContain(page.token.split('.')[1]);
  });

  describe('400 invalid_request', () => {
    it.each(['', 'via=', 'via=nfc', 'via=QR', 'via=qr&via=button', 'via=%', 'other=1'])('?%s', async (query) => {
      expect(codeOf(await (await pageIn('opened')).link(query))).toEqual([400, 'invalid_request']);
    });
  });

  it.each([
    ['created', 'invalid_session_transition'],
    ['app_launched', 'session_already_claimed'],
    ['canceled', 'session_finalized'],
  ] as const)('409 while the session is %s: %s', async (status, code) => {
    expect(codeOf(await (await pageIn(status)).link())).toEqual([409, code]);
  });
});
