import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { anyCapture } from '../../service/test/app-side.ts';
import { PageSide } from '../../service/test/page-side.ts';
import { TestService, type TestClient } from '../../service/test/running-service.ts';
import { TestClock } from '../../service/test/test-clock.ts';
import { newWebhookSecret } from '../../service/src/webhooks/secret.ts';
import { bindDevices } from '../../sandbox/src/demo-merchant.ts';
import { movesOf } from '../page/moves.ts';
import type { Panel } from '../src/wire.ts';
import { MERCHANT_ID, RunningShop } from './running-shop.ts';

describe('the shop’s backend', () => {
  let service: TestService;
  let client: TestClient;
  let shop: RunningShop;
  beforeAll(async () => {
    service = await TestService.start({ clock: new TestClock(Date.now()) });
    client = await service.addMerchant({ id: MERCHANT_ID });
    const owner = { environment: 'test' as const, master: service.config.masterKey, merchantId: MERCHANT_ID };
    const { text: webhookSecret, secret } = newWebhookSecret(owner, Date.now());
    shop = await RunningShop.start({
      authlyBaseUrl: service.origin,
      clientId: client.clientId,
      clientSecret: client.clientSecret,
      webhookSecret,
      certificatesIn: service.folder,
      bindDevices: (mode) => void bindDevices(service.service.store, mode),
    });
    const endpoint = { merchantId: MERCHANT_ID, url: `${shop.url}/webhooks/authly`, caPem: shop.ca };
    await service.service.store.webhooks.add({ ...endpoint, secrets: [secret], createdAt: Date.now() });
    await service.service.store.merchants.update(MERCHANT_ID, { bioBaseUrl: `${shop.url}/bio`, bioCaPem: shop.ca });
  });
  afterAll(async () => {
    await shop.close();
    await service.stop();
  });

  async function enrolled(
    cookie: string,
  ): Promise<{ sessionId: string; token: string; features: string; encKey: string }> {
    const { json } = await shop.send('/api/enroll', { body: {}, cookie });
    const page = new PageSide(service, json as { session_id: string; popup_url: string });
    await page.opened();
    const app = await page.join();
    const capture = await app.sealed(anyCapture('LM', 7));
    await app.callback(capture);
    return { sessionId: page.sessionId, token: page.token, features: capture.features, encKey: capture.enc_key };
  }

  it('binds devices: the sandbox changes the setting, and ignores a mode that does not exist', async () => {
    const { cookie } = await shop.send('/api/sign-in', { body: { name: 'B' } });
    const stored = async () => (await service.service.store.merchants.find(MERCHANT_ID))!.deviceBinding;
    for (const mode of ['required', 'offered', 'off'] as const) {
      expect((await shop.send('/api/device-binding', { body: { mode: 'maybe' }, cookie })).status).toBe(202);
      expect((await shop.send('/api/device-binding', { body: { mode }, cookie })).status).toBe(202);
      await expect.poll(stored).toBe(mode);
      expect((await shop.send('/api/me', { cookie })).json).toMatchObject({ device_binding: mode });
    }
  });

  it('401 without a sign-in, 400 for an unknown name', async () => {
    expect(await shop.send('/api/me')).toMatchObject({ status: 200, json: null });
    expect(await shop.send('/api/enroll', { body: {} })).toMatchObject({
      status: 401,
      json: { error: 'sign_in_first' },
    });
    expect(await shop.send('/api/sign-in', { body: { name: 'C' } })).toMatchObject({
      status: 400,
      json: { error: 'unknown_user' },
    });
    expect((await shop.send('/api/sign-in', { body: { name: 'A' } })).cookie).toMatch(
      /^shop_session=[\w-]{24}; Path=\/; HttpOnly; Secure; SameSite=Strict$/,
    );
  });

  it('a browser gets session_id, popup_url and expires_at of a new session, and nothing else', async () => {
    const { status, json } = await shop.send('/api/enroll', {
      body: { locale: 'de', metadata: { other: 1 } },
      cookie: await shop.signedIn('A'),
    });
    expect([status, Object.keys(json)]).toEqual([201, ['session_id', 'popup_url', 'expires_at']]);
  });

  it('remembers the result’s finger for its user, and does not find another user’s session', async () => {
    const [a, b] = [await shop.signedIn('A'), await shop.signedIn('B')];
    const { sessionId } = await enrolled(a);
    expect(await shop.send(`/api/sessions/${sessionId}`, { cookie: b })).toMatchObject({
      status: 404,
      json: { error: 'merchant_user_ref_mismatch' },
    });
    expect((await shop.send(`/api/sessions/${sessionId}`, { cookie: a })).json).toMatchObject({
      session_id: sessionId,
      mode: 'enroll',
      status: 'succeeded',
    });
    expect((await shop.send('/api/me', { cookie: a })).json).toEqual({
      name: 'A',
      enrolled_finger: 'LM',
      orders: [],
      device_binding: 'off',
    });
    expect((await shop.send('/api/me', { cookie: b })).json).toEqual({
      name: 'B',
      enrolled_finger: null,
      orders: [],
      device_binding: 'off',
    });
    expect((await shop.send('/api/pay', { body: {}, cookie: a })).status).toBe(201);
  });

  it('the trace shows every call, and no secret, token, fragment, user ref or Bio body', async () => {
    const cookie = await shop.signedIn('A');
    const { sessionId, token, features, encKey } = await enrolled(cookie);
    await shop.send(`/api/sessions/${sessionId}`, { cookie });
    const { text } = await shop.send('/api/trace?after=0', { cookie });
    const { calls: lines } = JSON.parse(text) as {
      calls: { direction: string; method: string; path: string; status: number; sent?: object; answered?: object }[];
    };
    const users = await service.service.store.sessions.find(sessionId);
    const planted = [
      client.clientSecret,
      await service.token(client),
      token,
      features,
      encKey,
      users!.merchantUserRef,
      'Bearer ',
      'uthorization',
      'features',
      'enc_key',
      'X-Service',
    ];
    expect(planted.filter((secret) => text.includes(secret))).toEqual([]);
    expect(text).toContain('#…');
    expect(lines.map(({ method, path }) => `${method} ${path}`)).toEqual(
      expect.arrayContaining([
        'POST /oauth/token',
        'POST /v1/enrollment-sessions',
        'POST /bio/enrollments',
        `GET /v1/sessions/${sessionId}/result`,
      ]),
    );
    expect(lines.find(({ path }) => path === '/bio/enrollments')).toEqual(
      expect.not.objectContaining({ sent: expect.anything(), answered: expect.anything() }),
    );
    expect(lines.some(({ path, sent }) => path === '/oauth/token' && sent !== undefined)).toBe(false);
  });

  it('an order without a match can be paid by card, and has a number and a time', async () => {
    const cookie = await shop.signedIn('A');
    expect(await shop.send('/api/pay-by-card', { body: {} })).toMatchObject({ status: 401 });
    const { status, json } = await shop.send('/api/pay-by-card', { body: {}, cookie });
    expect([status, json]).toMatchObject([201, { paid: true, by: 'card', number: expect.any(Number) as number }]);
    expect((await shop.send('/api/me', { cookie })).json).toMatchObject({
      orders: expect.arrayContaining([json]) as unknown[],
    });
  });

  it('the trace shows a signed-in user their own calls only', async () => {
    expect(await shop.send('/api/trace')).toMatchObject({ status: 401, json: { error: 'sign_in_first' } });
    const [a, b] = [await shop.signedIn('A'), await shop.signedIn('B')];
    const { sessionId } = await enrolled(a);
    await shop.send(`/api/sessions/${sessionId}`, { cookie: a });
    const pathsOf = async (cookie: string): Promise<string[]> =>
      (JSON.parse((await shop.send('/api/trace?after=0', { cookie })).text) as { calls: { path: string }[] }).calls.map(
        ({ path }) => path,
      );
    expect(await pathsOf(a)).toEqual(expect.arrayContaining(['/bio/enrollments', `/v1/sessions/${sessionId}/result`]));
    const { text } = await shop.send('/api/trace?after=0', { cookie: b });
    expect([text.includes(sessionId), text.includes('/bio/')]).toEqual([false, false]);
  });

  it('the timeline has every state of the user’s session, even implied ones', async () => {
    const [a, b] = [await shop.signedIn('A'), await shop.signedIn('B')];
    const statuses = async (cookie: string): Promise<string[]> =>
      movesOf((JSON.parse((await shop.send('/api/trace', { cookie })).text) as Panel).calls).map(
        ({ status }) => status,
      );
    const others = await statuses(b);
    await enrolled(a);
    await expect
      .poll(() => statuses(a))
      .toEqual(['created', 'opened', 'app_launched', 'callback_received', 'processing', 'succeeded']);
    const { json } = await shop.send('/api/pay', { body: {}, cookie: a });
    const page = new PageSide(service, json as { session_id: string; popup_url: string });
    await page.opened();
    await (await page.join()).failure('user_declined');
    await expect.poll(() => statuses(a)).toEqual(['created', 'opened', 'app_launched', 'failed']);
    expect(await statuses(b)).toEqual(others);
  });

  it('only the result endpoint makes an order paid; other orders are shown as not paid', async () => {
    const cookie = await shop.signedIn('A');
    const paid = async () =>
      ((await shop.send('/api/me', { cookie })).json['orders'] as { paid: boolean | null }[])[0]!.paid;
    const { json } = await shop.send('/api/pay', { body: {}, cookie });
    expect(await paid()).toBeNull();
    await new PageSide(service, json as { session_id: string; popup_url: string }).opened();
    await shop.send(`/api/sessions/${json['session_id']}/cancel`, { body: {}, cookie });
    await shop.send(`/api/sessions/${json['session_id']}`, { cookie });
    expect(await paid()).toBe(false);
  });

  it('404 for unknown paths, 502 if Authly refuses a call of the shop', async () => {
    const cookie = await shop.signedIn('A');
    expect((await shop.send('/api/elsewhere', { cookie })).status).toBe(404);
    expect((await shop.send('/api/sessions/ses_unknown', { cookie })).json).toEqual({ error: 'session_not_found' });
    expect(await shop.send('/api/enroll', { body: { sandbox_outcome: 'no such outcome' }, cookie })).toMatchObject({
      status: 502,
      json: { error: 'invalid_request' },
    });
  });

  it('remembers an enrollment without a browser, by Authly’s event', async () => {
    const cookie = await shop.signedIn('B');
    await enrolled(cookie);
    const me = async () => {
      service.clock.move(2000);
      return (await shop.send('/api/me', { cookie })).json;
    };
    await expect.poll(me).toEqual({ name: 'B', enrolled_finger: 'LM', orders: [], device_binding: 'off' });
    const { text } = await shop.send('/api/trace?after=0', { cookie });
    expect(text).toContain('/webhooks/authly');
  });

  it('removes the finger: a payment needs another enrollment, an open one fails, and an old result brings nothing back', async () => {
    const cookie = await shop.signedIn('A');
    const { sessionId } = await enrolled(cookie);
    await shop.send(`/api/sessions/${sessionId}`, { cookie });
    const { json: paying } = await shop.send('/api/pay', { body: {}, cookie });
    expect((await shop.send('/api/remove-finger', { body: {}, cookie })).status).toBe(200);
    await shop.send(`/api/sessions/${sessionId}`, { cookie });
    expect((await shop.send('/api/me', { cookie })).json).toMatchObject({ enrolled_finger: null });
    expect((await shop.send('/api/pay', { body: {}, cookie })).json).toEqual({ error: 'enroll_first' });
    const page = new PageSide(service, paying as { session_id: string; popup_url: string });
    await page.opened();
    const app = await page.join();
    await app.callback(await app.sealed(anyCapture('LM', 7)));
    const session = await service.service.store.sessions.find(page.sessionId);
    expect(session).toMatchObject({ status: 'failed', failureCode: 'enrollment_not_found' });
  });

  it('the privacy guide shows the shop’s own code for it', () => {
    const read = (path: string): string => readFileSync(join(import.meta.dirname, '../../..', path), 'utf8');
    expect(read('docs/guides/privacy.md')).toContain(
      `\`\`\`ts\n${read('apps/shop/src/samples/remove-finger.ts')}\`\`\``,
    );
  });

  it('refuses an event that Authly did not sign', async () => {
    expect(await shop.status('/webhooks/authly', '{}')).toBe(400);
  });
});
