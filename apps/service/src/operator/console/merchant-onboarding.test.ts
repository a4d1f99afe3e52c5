import { LIMITS } from '@authly/contract/wire/limits';
import { encode } from 'fast-png';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { LoopbackServer } from '../../../test/bio-merchant.ts';
import { CONSOLE, ConsoleSide } from '../../../test/console-side.ts';
import { driveTo } from '../../../test/drive-session.ts';
import { lookIfDue } from '../../../test/look-if-due.ts';
import { codeOf, MerchantCalls } from '../../../test/merchant-calls.ts';
import { TestService } from '../../../test/running-service.ts';

const PNG = Buffer.from(encode({ width: 8, height: 8, channels: 4, data: new Uint8Array(256).fill(200) })).toString(
  'base64',
);

const fileOf = (text: string) => ({ name: 'ca.pem', base64: Buffer.from(text).toString('base64') });

describe('onboarding in the console', () => {
  let service: TestService;
  let admin: ConsoleSide;
  const servers: LoopbackServer[] = [];
  beforeAll(async () => {
    service = await TestService.start({ config: { console: CONSOLE } });
    admin = await ConsoleSide.signedIn(service, 'admin');
  });
  afterAll(async () => {
    await service.stop();
    for (const server of servers) await server.close();
  });

  async function server(status: () => number): Promise<LoopbackServer> {
    const started = await LoopbackServer.https((_request, response) => response.writeHead(status()).end());
    servers.push(started);
    return started;
  }
  const settings = { name: 'Corner shop', bioBaseUrl: 'https://localhost:1/bio' };
  const merchants = async () => (await admin.call('merchant list')).json as { merchant_id: string; name: string }[];

  it('adds a merchant with CA, logo and webhook, shows its secrets once, and its client gets a token', async () => {
    const hook = await server(() => 204);
    const given = {
      ...settings,
      bioCaPem: fileOf(hook.ca),
      bioRetries: 2,
      logo: { name: 'logo.png', base64: PNG },
      webhookUrl: `${hook.url}/hook`,
    };
    const { status, json } = await admin.call('merchant add', given);
    expect([status, json]).toEqual([
      200,
      expect.objectContaining({
        name: 'Corner shop',
        bio_ca: 'own',
        bio_retries: 2,
        logo: expect.stringMatching(/png$/),
        webhook_secret: expect.stringMatching(/^whsec_/),
      }),
    ]);
    const { merchant_id } = json;
    const client = (await admin.call('client add', { merchant: merchant_id })).json;
    const credentials = { clientId: client.client_id as string, clientSecret: client.client_secret as string };
    expect((await service.requestToken(credentials)).status).toBe(200);
    const shown = await admin.call('merchant details', { merchant_id });
    expect(shown.json).toMatchObject({ webhook: { origin: hook.url, state: 'enabled', live_secrets: 1 } });
    expect(shown.text).not.toMatch(/whsec_|BEGIN CERTIFICATE|\/hook/);
    expect((await service.service.store.audit.list(9)).map(({ action }) => action)).toEqual([
      'client.add',
      'webhook.set',
      'merchant.set',
      'merchant.add',
      'console.login',
      'console.link',
      expect.anything(),
      expect.anything(),
      expect.anything(),
    ]);
  });

  it.each([
    ['a name of spaces', { ...settings, name: '   ' }, 'name'],
    ['a Bio API over plain HTTP', { ...settings, bioBaseUrl: 'http://shop.test' }, 'bioBaseUrl'],
    ['no Bio API', { name: 'x' }, 'bioBaseUrl', 400],
    ['a CA that is none', { ...settings, bioCaPem: fileOf('hello') }, 'bioCaPem'],
    [
      'a CA file without a certificate',
      { ...settings, bioCaPem: fileOf('-----BEGIN CERTIFICATE-----\naGk=\n-----END CERTIFICATE-----') },
      'bioCaPem',
    ],
    ['a private key', { ...settings, bioCaPem: fileOf('-----BEGIN PRIVATE KEY-----') }, 'bioCaPem'],
    ['a logo that is none', { ...settings, logo: { name: 'x.svg', base64: 'PHN2Zy8+' } }, 'logo'],
    ['a webhook over plain HTTP', { ...settings, webhookUrl: 'http://shop.test' }, 'webhookUrl'],
  ])('rejects %s at its field and adds nothing', async (_what, body, field, refused = 409) => {
    const before = await merchants();
    const { status, json } = await admin.call('merchant add', body);
    expect([status, json.error.field]).toEqual([refused, field]);
    expect(await merchants()).toEqual(before);
  });

  it('replaces and removes CA and logo', async () => {
    const { merchant_id } = (await admin.call('merchant add', settings)).json;
    const set = (given: object) => admin.call('merchant set', { merchant_id, ...given });
    const view = async () => (await admin.call('merchant details', { merchant_id })).json.merchant;
    expect((await set({ bioCaPem: fileOf(service.ca) })).json).toMatchObject({ bio_ca: 'own' });
    expect((await set({ bioCaPem: null })).json).toMatchObject({ bio_ca: 'public' });
    await set({ logo: { name: 'a.png', base64: PNG } });
    expect((await view()).logo).toMatch(/png$/);
    await set({ logo: null });
    expect((await view()).logo).toBe('none');
    expect(codeOf(await admin.call('merchant set', { merchant_id: 'nobody', logo: null }))).toEqual([404, 'not_found']);
  });

  async function webhookState(merchant_id: string): Promise<string | undefined> {
    const { state } = (await admin.call('merchant details', { merchant_id })).json;
    return (state as { check: string; detail: string }[]).find(({ check }) => check === 'Webhook')?.detail;
  }

  it('a webhook is not tested, then its last test failed, until one is accepted; a new URL is not tested', async () => {
    let status = 401;
    const hook = await server(() => status);
    const webhook = { webhookUrl: `${hook.url}/hook/secret-path`, bioCaPem: fileOf(hook.ca) };
    const { merchant_id } = (await admin.call('merchant add', { ...settings, ...webhook })).json;
    const on = (name: string, given: object = {}) => admin.call(name, { merchant_id, ...given });
    const shown = async () => (await on('merchant details')).json.webhook;
    const state = () => webhookState(merchant_id);
    expect([await state(), (await shown()).tests]).toEqual(['not tested; 0 pending, 0 failed', []]);
    await on('webhook test');
    expect(await state()).toBe('the last test failed; 0 pending, 0 failed');
    expect(await shown()).toMatchObject({ tests: [{ delivered: false, result: '401' }] });
    status = 204;
    for (let i = 0; i < 11; i++) await on('webhook test');
    expect(await state()).toBe('healthy; 0 pending, 0 failed');
    expect((await shown()).tests).toHaveLength(10);

    expect((await on('webhook url')).json).toEqual({ url: webhook.webhookUrl });
    const { store } = service.service;
    const newest = async () => (await store.audit.list(1))[0]!;
    expect(await newest()).toMatchObject({ actor: 'console:ada', action: 'webhook.url', subject: merchant_id });
    await on('merchant set', { webhookUrl: 'https://localhost:1/new-path' });
    expect([await state(), (await shown()).tests]).toEqual(['not tested; 0 pending, 0 failed', []]);
    expect((await newest()).detail).toBe(JSON.stringify({ origin: `${hook.url} → https://localhost:1` }));
  });

  it('the audit log has the old and new values of settings, and no certificate or path of a webhook', async () => {
    const { merchant_id } = (await admin.call('merchant add', settings)).json;
    const set = async (given: object): Promise<unknown> => {
      await admin.call('merchant set', { merchant_id, ...given });
      return JSON.parse((await service.service.store.audit.list(1))[0]!.detail);
    };
    expect(await set({ name: 'Corner', bioRetries: 2, limitCreate: 30, privacyUrl: 'https://a.test/' })).toEqual({
      name: 'Corner shop → Corner',
      bioRetries: '1 → 2',
      limitCreate: '0 → 30',
      privacyUrl: 'none → https://a.test/',
    });
    expect(await set({ bioCaPem: fileOf(service.ca), privacyUrl: null })).toEqual({
      bioCaPem: 'none → own',
      privacyUrl: 'https://a.test/ → none',
    });
    expect(await set({ logo: { name: 'a.png', base64: PNG } })).toEqual({
      logo: expect.stringMatching(/^none → .*png$/),
    });
    expect(await set({ webhookUrl: 'https://localhost:1/secret' })).toEqual({ origin: 'none → https://localhost:1' });
  });

  it('lists deliveries with attempt, status and duration; resends one, and none while paused', async () => {
    let status = 500;
    const hook = await server(() => status);
    const calls = await MerchantCalls.of(service);
    const { merchantId: merchant_id } = calls;
    const on = (name: string, given: object = {}) => admin.call(name, { merchant_id, ...given });
    const set = { webhookUrl: `${hook.url}/hook`, webhookCa: fileOf(hook.ca) };
    const secret = (await on('merchant set', set)).json.webhook_secret;
    expect(secret).toMatch(/^whsec_/);
    const id = await calls.newSession();
    const { store } = service.service;
    await driveTo('canceled', id, { store, now: service.clock.now() });
    const deliveries = async () => (await on('webhook deliveries')).json as Record<string, unknown>[];
    const delivered = async () => (await lookIfDue(service, merchant_id), (await deliveries())[0]);
    await expect.poll(delivered).toMatchObject({ session_id: id, last_result: '500', last_ms: expect.any(Number) });
    expect((await admin.call('session details', { session_id: id })).json.webhook).toMatchObject({
      state: 'waiting',
      last_result: '500',
    });

    expect((await on('webhook pause')).status).toBe(200);
    expect(await webhookState(merchant_id)).toMatch(/^the webhook is paused since .*Z; 1 pending, 0 failed$/);
    expect((await admin.call('merchants attention')).json).toEqual([
      { merchant_id, why: expect.stringMatching(/^the webhook is paused since/) as string },
    ]);
    expect(codeOf(await on('webhook pause'))).toEqual([409, 'refused']);
    status = 204;
    const { length } = hook.seen;
    expect((await on('webhook retry', { session: id })).json).toEqual({ merchant_id, due: 1 });
    for (let i = 0; i < 3; i++) await delivered();
    expect(hook.seen).toHaveLength(length);
    expect((await on('webhook resume')).status).toBe(200);
    await expect.poll(delivered).toMatchObject({ state: 'delivered', last_result: '204', attempts: 1 });

    expect((await on('webhook test')).json).toMatchObject({ delivered: true, result: '204' });
    expect((await on('merchant details')).json.webhook).toMatchObject({
      tests: [{ at: expect.stringMatching(/Z$/), delivered: true, result: '204', ms: expect.any(Number) }],
    });
    expect((await on('webhook rotate')).json.webhook_secret).not.toBe(secret);
    expect((await on('merchant set', { webhookUrl: null })).json).toMatchObject({ webhook_url: null });
    expect(codeOf(await on('webhook deliveries'))).toEqual([409, 'refused']);
  });

  it('an id of the greatest length is accepted and has a page', async () => {
    const id = 'm'.repeat(LIMITS.merchantIdChars);
    expect((await admin.call('merchant add', { ...settings, id })).status).toBe(200);
    expect((await admin.call('merchant details', { merchant_id: id })).json.merchant).toMatchObject({
      merchant_id: id,
    });
    expect(codeOf(await admin.call('merchant details', { merchant_id: `${id}m` }))).toEqual([400, 'invalid_request']);
  });
});
