import { FINAL_STATES } from '@authly/contract/wire/states';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { driveTo } from '../../../test/drive-session.ts';
import { codeOf, MerchantCalls } from '../../../test/merchant-calls.ts';
import { onOneStore } from '../../../test/on-stores.ts';
import { PageSide } from '../../../test/page-side.ts';
import type { TestService } from '../../../test/running-service.ts';

const UNAUTHORIZED = [401, 'invalid_token'];

onOneStore((fixture) => {
  let service: TestService;
  let shop: MerchantCalls;
  beforeAll(async () => {
    service = await fixture.start();
    shop = await MerchantCalls.of(service, { name: 'Käsekrainer & Söhne' });
  });
  // Each test moves the clock.
  beforeEach(() => shop.renew());
  const drive = (page: PageSide, status: Parameters<typeof driveTo>[0], more: object = {}): Promise<void> =>
    driveTo(status, page.sessionId, { store: service.service.store, now: service.clock.now(), ...more });

  it('shows id, mode, status, merchant, locale, expiry and the service’s time', async () => {
    const page = await PageSide.created(shop, { locale: 'ko-KR' }, 'verify');
    expect((await page.session()).json).toEqual({
      session_id: page.sessionId,
      mode: 'verify',
      status: 'created',
      merchant_name: 'Käsekrainer & Söhne',
      locale: 'ko-KR',
      expires_at: new Date(service.clock.now() + 600_000).toISOString(),
      now: new Date(service.clock.now()).toISOString(),
    });
  });

  it('shows only the origin of return_url', async () => {
    const page = await PageSide.created(shop, { return_url: 'https://shop.test:8443/back?order=1#x' });
    expect((await page.session()).json).toMatchObject({ locale: null, return_origin: 'https://shop.test:8443' });
  });

  it('shows display_text as sent until the end, and in the app’s claim; omits it if none was sent', async () => {
    const display_text = 'Pay € 9.50\n<b>2 × 커피</b>';
    const page = await PageSide.open(shop, { display_text }, 'verify');
    expect((await page.session()).json.display_text).toBe(display_text);
    expect((await page.join('button')).joined.display_text).toBe(display_text);
    expect((await page.session()).json.display_text).toBe(display_text);
    expect((await shop.result(page.sessionId)).json).not.toHaveProperty('display_text');
    await page.cancel();
    expect((await page.session()).json).not.toHaveProperty('display_text');
    const other = await PageSide.open(shop);
    expect((await other.session()).json).not.toHaveProperty('display_text');
    expect((await other.join('button')).joined).not.toHaveProperty('display_text');
  });

  it('shows the number after a join by QR, and whether it was typed', async () => {
    const page = await PageSide.open(shop);
    expect((await page.session()).json).not.toHaveProperty('match_code');
    const app = await page.join('qr');
    expect((await page.session()).json).toMatchObject({
      status: 'app_launched',
      match_code: expect.stringMatching(/^\d\d$/),
      confirmed: false,
    });
    await app.confirm(await page.number());
    expect((await page.session()).json).toMatchObject({ status: 'app_launched', confirmed: true });
  });

  it('has nothing to confirm after a join by button', async () => {
    const page = await PageSide.open(shop);
    await page.join('button');
    expect((await page.session()).json).toMatchObject({ status: 'app_launched', confirmed: true });
  });

  it.each(FINAL_STATES)('after the end (%s) shows only id, mode, status and failure code', async (status) => {
    const page = await PageSide.created(shop, { return_url: 'https://shop.test/' }, 'verify');
    await drive(page, status);
    if (status === 'expired') service.clock.move(600_000);
    const failure = { failed: { failure_code: 'provider_timeout' }, expired: { failure_code: 'session_expired' } }[
      status as string
    ];
    expect((await page.session()).json).toEqual({ session_id: page.sessionId, mode: 'verify', status, ...failure });
  });

  it.each([true, false])('never reveals whether a verification matched: %s', async (matched) => {
    const page = await PageSide.created(shop, {}, 'verify');
    await drive(page, 'succeeded', { outcome: { matched, payload: { finger: 'RI' } } });
    expect((await page.session()).text).toBe(
      JSON.stringify({ session_id: page.sessionId, mode: 'verify', status: 'succeeded' }),
    );
  });

  describe('401 invalid_token', () => {
    it('once the session is erased', async () => {
      const page = await PageSide.open(shop);
      // A batch ends after a few milliseconds and erases the oldest sessions first.
      while ((await service.service.store.sessions.erase(service.clock.now() + 1, 10_000)) > 0);
      expect(codeOf(await page.session())).toEqual(UNAUTHORIZED);
    });

    it('for no token, a forged one, and one of another session', async () => {
      const [page, other] = [await PageSide.open(shop), await PageSide.open(shop)];
      const forged = [
        undefined,
        '',
        'x',
        page.sessionId,
        `${page.sessionId}.`,
        `${page.sessionId}.${other.token.split('.')[1]}`,
        `${page.token}x`,
        page.token.slice(0, -1),
      ];
      for (const token of forged) {
        const answer = await service.get('/hosted/v1/session', token);
        expect(codeOf(answer)).toEqual(UNAUTHORIZED);
        expect(answer.headers['www-authenticate']).toBe('Bearer realm="authly-hosted"');
      }
    });

    it('for a token in the query', async () => {
      const page = await PageSide.open(shop);
      expect(codeOf(await service.get(`/hosted/v1/session?token=${page.token}`))).toEqual(UNAUTHORIZED);
    });
  });
});
