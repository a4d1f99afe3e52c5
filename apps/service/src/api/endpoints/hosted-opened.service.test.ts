import type { SessionStatus } from '@authly/contract/wire/states';
import { beforeAll, expect, it } from 'vitest';
import { claim } from '../../../test/app-side.ts';
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
  const statusOf = async (page: PageSide): Promise<SessionStatus> =>
    (await shop.result(page.sessionId)).json.status as SessionStatus;

  it("moves created to opened, and answers with the page's view", async () => {
    const page = await PageSide.created(shop);
    const answer = await page.opened();
    expect([answer.status, answer.json.status, answer.headers['cache-control']]).toEqual([200, 'opened', 'no-store']);
    expect(await statusOf(page)).toBe('opened');
  });

  it.each(['qr', 'button'])('with via=%s the response has a link of that kind', async (via) => {
    const page = await PageSide.created(shop);
    const { json } = await page.opened(`?via=${via}`);
    const { link, ...view } = json;
    expect(view).toEqual((await page.session()).json);
    expect(link).toEqual({
      app_url: expect.stringMatching(/^https:\/\/authly\.test\/app\/#link=[\w.-]+$/),
      expires_at: new Date(service.clock.now() + 30_000).toISOString(),
      now: new Date(service.clock.now()).toISOString(),
      next: { app_url: expect.any(String), expires_at: new Date(service.clock.now() + 40_000).toISOString() },
    });
    const joined = await claim(service, link.app_url.split('#link=')[1], undefined, page.cookie);
    expect([joined.status, joined.json.confirmed]).toEqual([200, via === 'button']);
    // After an app has joined there are no links.
    expect((await page.opened(`?via=${via}`)).json).not.toHaveProperty('link');
  });

  it('sets a host-only cookie with a button link, and only then', async () => {
    const page = await PageSide.created(shop);
    for (const { headers } of [await page.opened(), await page.opened('?via=qr'), await page.link('via=qr')])
      expect(headers).not.toHaveProperty('set-cookie');
    const [qr, both] = [await page.events('?links=qr'), await page.events('?links=both')];
    expect(qr.answer.headers.get('set-cookie')).toBeNull();
    const set = both.answer.headers.get('set-cookie');
    expect(set).toMatch(/^__Host-authly-join=[\w-]{43}; Path=\/; Secure; HttpOnly; SameSite=Strict; Max-Age=1800$/);
    for (const { headers } of [await page.opened('?via=button'), await page.link('via=button')])
      expect(headers['set-cookie']).toBe(set);
    await Promise.all([qr.leave(), both.leave()]);
  });

  it('400 invalid_request for another via, and the session does not move', async () => {
    const page = await PageSide.created(shop);
    for (const query of ['?via=nfc', '?via=', '?via=qr&via=qr'])
      expect(codeOf(await page.opened(query))).toEqual([400, 'invalid_request']);
    expect(await statusOf(page)).toBe('created');
  });

  it('no GET moves a session: a link preview opens nothing', async () => {
    const page = await PageSide.created(shop);
    for (const path of ['/hosted', '/hosted/', '/hosted/v1/session', '/hosted/v1/opened', '/hosted/v1/link?via=qr'])
      await service.get(path, page.token);
    expect(await statusOf(page)).toBe('created');
    expect(codeOf(await service.get('/hosted/v1/opened', page.token))).toEqual([405, 'method_not_allowed']);
  });
});
