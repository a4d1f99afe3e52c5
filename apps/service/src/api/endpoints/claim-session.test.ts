import { createHmac, randomBytes } from 'node:crypto';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { AppSide, claim } from '../../../test/app-side.ts';
import { codeOf, MerchantCalls } from '../../../test/merchant-calls.ts';
import { onBothStores } from '../../../test/on-stores.ts';
import { PageSide } from '../../../test/page-side.ts';
import type { TestService } from '../../../test/running-service.ts';

const NOT_FOUND = [404, 'link_not_found'];
const TAKEN = [409, 'session_already_claimed'];
const nonce = (): string => randomBytes(16).toString('hex');

onBothStores((fixture) => {
  let service: TestService;
  let shop: MerchantCalls;
  beforeAll(async () => {
    service = await fixture.start();
    shop = await MerchantCalls.of(service);
  });
  beforeEach(() => shop.renew());

  it('200 with everything the app needs; finger for a verification', async () => {
    const page = await PageSide.open(shop, { payload: { finger: 'LM' } }, 'verify');
    const answer = await claim(service, await page.linkToken('qr'));
    expect([answer.status, answer.headers['cache-control']]).toEqual([200, 'no-store']);
    expect(answer.json).toEqual({
      session_id: page.sessionId,
      mode: 'verify',
      type: 'fingerprint',
      finger: 'LM',
      merchant_name: 'A shop',
      confirmed: false,
      app_token: expect.stringMatching(/^[\w-]{43}$/),
      seal: {
        version: 2,
        key_id: expect.stringMatching(/^cap_test_\d{8}_[0-9a-f]{10}$/),
        public_key: expect.stringMatching(/^B[A-Za-z0-9+/]{86}=$/),
        context: expect.stringMatching(/^[\w-]{43}$/),
      },
      expires_at: new Date(service.clock.now() + 600_000).toISOString(),
      now: new Date(service.clock.now()).toISOString(),
    });
    expect((await shop.result(page.sessionId)).json.status).toBe('app_launched');
  });

  it("an enrollment's reference finger is not passed to the app", async () => {
    const page = await PageSide.open(shop, { payload: { finger: 'LM' } }, 'enroll');
    expect((await claim(service, await page.linkToken())).json).not.toHaveProperty('finger');
  });

  describe('the join check', () => {
    const confirmed = async (link: string, cookie?: string): Promise<unknown> =>
      (await claim(service, link, undefined, cookie)).json.confirmed;

    it('is required by QR, and not by button in the browser of the page', async () => {
      const [one, other] = [await PageSide.open(shop), await PageSide.open(shop)];
      expect(await confirmed(await one.linkToken('button'), one.cookie)).toBe(true);
      await other.link('via=button');
      expect(await confirmed(await other.linkToken('qr'), other.cookie)).toBe(false);
    });

    it('is required by button without the cookie, with that of another session, or with a forged one', async () => {
      const other = await PageSide.open(shop);
      await other.link('via=button');
      const forged = ['', '.', 'A'.repeat(43), `${'A'.repeat(43)}.`].map((proofs) => `__Host-authly-join=${proofs}`);
      for (const cookie of [undefined, other.cookie, `${other.cookie}.${'A'.repeat(43)}`, ...forged]) {
        const page = await PageSide.open(shop);
        expect(await confirmed(await page.linkToken('button'), cookie)).toBe(false);
        expect((await page.session()).json).toMatchObject({ confirmed: false, match_code: expect.any(String) });
      }
    });

    it('is not required for the newest eight of 200 pages in one browser, whose cookie stays short', async () => {
      const pages: PageSide[] = [];
      let cookie: string | undefined;
      for (let i = 0; i < 200; i++) {
        const page = await PageSide.created(shop);
        page.cookie = cookie;
        expect((await page.opened('?via=button')).status).toBe(200);
        ({ cookie } = page);
        pages.push(page);
      }
      expect(cookie).toHaveLength('__Host-authly-join='.length + 8 * 44 - 1);
      const asked: unknown[] = [];
      for (const page of pages.slice(-9)) asked.push(await confirmed(await page.linkToken('button'), cookie));
      expect(asked).toEqual([false, ...Array(8).fill(true)]);
    });

    it('is required from 20 other browsers with a button link: no capture is accepted before', async () => {
      for (let i = 0; i < 20; i++) {
        const page = await PageSide.open(shop);
        const stranger = await AppSide.join(service, await page.linkToken('button'));
        expect(stranger.joined.confirmed).toBe(false);
        expect(codeOf(await stranger.callback({}))).toEqual([409, 'not_confirmed']);
      }
    });
  });

  it('the app token is stored as a hash only', async () => {
    const page = await PageSide.open(shop);
    const { app_token: token } = (await claim(service, await page.linkToken(), nonce())).json;
    expect(JSON.stringify(await service.service.store.sessions.find(page.sessionId))).not.toContain(token);
  });

  describe('a lost reply', () => {
    it('the same link token and nonce within 30 s get the same response each time', async () => {
      const page = await PageSide.open(shop);
      const [link, own] = [await page.linkToken(), nonce()];
      const first = await claim(service, link, own);
      service.clock.move(29_999);
      expect((await claim(service, link, own)).text).toBe(first.text);
      const events = await service.service.store.sessions.events(page.sessionId);
      expect(events.map(({ event }) => event)).toEqual(['create', 'open', 'claim']);
    });

    it('counts from the claim, even if the link has expired by then', async () => {
      const page = await PageSide.open(shop);
      const [link, own] = [await page.linkToken(), nonce()];
      service.clock.move(29_000);
      const first = await claim(service, link, own);
      service.clock.move(20_000);
      expect((await claim(service, link, own)).text).toBe(first.text);
      service.clock.move(10_000);
      expect(codeOf(await claim(service, link, own))).toEqual(NOT_FOUND);
    });

    it('409 session_already_claimed with another nonce or none', async () => {
      const page = await PageSide.open(shop);
      const link = await page.linkToken();
      await claim(service, link, nonce());
      expect(codeOf(await claim(service, link, nonce()))).toEqual(TAKEN);
      expect(codeOf(await claim(service, link))).toEqual(TAKEN);
    });

    it('409 after a claim without a nonce: the app cannot be recognized', async () => {
      const page = await PageSide.open(shop);
      const link = await page.linkToken();
      expect((await claim(service, link)).status).toBe(200);
      expect(codeOf(await claim(service, link))).toEqual(TAKEN);
    });

    it('409 with another link token of the session, even with the same nonce', async () => {
      const page = await PageSide.open(shop);
      const [one, other, own] = [await page.linkToken('qr'), await page.linkToken('button'), nonce()];
      await claim(service, one, own);
      expect(codeOf(await claim(service, other, own))).toEqual(TAKEN);
    });
  });

  describe('404 link_not_found', () => {
    it('for a link from the future, beyond the tolerance for clocks', async () => {
      const page = await PageSide.open(shop);
      service.clock.set(5000);
      const [ahead, further] = [await page.linkToken(), (service.clock.set(1), await page.linkToken())];
      service.clock.set(-5001);
      expect(codeOf(await claim(service, further))).toEqual(NOT_FOUND);
      expect((await claim(service, ahead)).status).toBe(200);
    });

    it('for forged and altered links and other tokens', async () => {
      const [page, other] = [await PageSide.open(shop), await PageSide.open(shop)];
      const good = await page.linkToken('qr');
      const [id, via, time, mac] = good.split('.') as [string, string, string, string];
      const parts = [
        'x',
        '...',
        id,
        page.token,
        `${id}.button.${time}.${mac}`,
        `${other.sessionId}.${via}.${time}.${mac}`,
        `${id}.${via}.${(Number.parseInt(time, 36) + 1000).toString(36)}.${mac}`,
        `${good}x`,
        `${good}.`,
        good.slice(0, -1),
        `${id}.${via}.${time}.${createHmac('sha256', 'guess').update(`authly:link:v1:${id}.${via}.${time}`).digest('base64url')}`,
      ];
      for (const link of parts) expect([link, ...codeOf(await claim(service, link))]).toEqual([link, ...NOT_FOUND]);
      expect((await claim(service, good)).status).toBe(200);
    });

    it('when the session was canceled or expired before an app joined', async () => {
      const [canceled, expired] = [await PageSide.open(shop), await PageSide.open(shop)];
      const link = await canceled.linkToken();
      await canceled.cancel();
      expect(codeOf(await claim(service, link))).toEqual(NOT_FOUND);
      service.clock.move(590_000);
      const last = await expired.linkToken();
      service.clock.move(10_000);
      expect(codeOf(await claim(service, last))).toEqual(NOT_FOUND);
    });
  });

  it('two concurrent claims of one app get the same response', async () => {
    const page = await PageSide.open(shop);
    const [link, own] = [await page.linkToken(), nonce()];
    const answers = await Promise.all(Array.from({ length: 6 }, () => claim(service, link, own)));
    expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
    expect(answers[0]!.status).toBe(200);
  });

  describe('400 invalid_request', () => {
    it.each<[string, unknown]>([
      ['no link_token', {}],
      ['an empty link_token', { link_token: '' }],
      ['a link_token that is no string', { link_token: 1 }],
      ['an overlong link_token', { link_token: 'x'.repeat(257) }],
      ['a nonce too short to be random', { link_token: 'x', app_nonce: '1234' }],
      ['an overlong nonce', { link_token: 'x', app_nonce: 'x'.repeat(129) }],
      ['not JSON', '{'],
    ])('%s', async (_, body) => {
      expect(codeOf(await service.post('/app/v1/claims', undefined, body))).toEqual([400, 'invalid_request']);
    });
  });
});
