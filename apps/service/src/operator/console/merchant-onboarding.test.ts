import { encode } from 'fast-png';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { LoopbackServer, makeCertificates, type Certificates } from '../../../test/bio-merchant.ts';
import { CONSOLE, ConsoleSide } from '../../../test/console-side.ts';
import { driveTo } from '../../../test/drive-session.ts';
import { codeOf, MerchantCalls } from '../../../test/merchant-calls.ts';
import { TestService } from '../../../test/running-service.ts';

const PNG = Buffer.from(encode({ width: 8, height: 8, channels: 4, data: new Uint8Array(256).fill(200) })).toString(
  'base64',
);

describe('onboarding in the console', () => {
  let service: TestService;
  let admin: ConsoleSide;
  let certificates: Certificates;
  const servers: LoopbackServer[] = [];
  beforeAll(async () => {
    certificates = await makeCertificates();
    service = await TestService.start({ config: { console: CONSOLE } });
    admin = await ConsoleSide.signedIn(service, 'admin');
  });
  afterAll(async () => {
    await admin.close();
    await service.stop();
    for (const server of servers) await server.close();
  });

  async function server(status: () => number): Promise<LoopbackServer> {
    const started = await LoopbackServer.https(certificates, (_request, response) =>
      response.writeHead(status()).end(),
    );
    servers.push(started);
    return started;
  }
  const settings = { name: 'Corner shop', bioBaseUrl: 'https://localhost:1/bio' };
  const merchants = async () => (await admin.get('/api/merchants')).json as { merchant_id: string; name: string }[];

  it('a merchant is added with its CA, logo and webhook; its secrets are shown once and its client gets a token', async () => {
    const hook = await server(() => 204);
    const given = {
      settings: { ...settings, bioCaPem: certificates.ca, bioRetries: 2 },
      logo: { name: 'logo.png', base64: PNG },
      webhookUrl: `${hook.url}/hook`,
    };
    const { status, json } = await admin.post('/api/merchants', given);
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
    const path = `/api/merchants/${json.merchant_id}`;
    const client = (await admin.post(`${path}/clients`)).json;
    const credentials = { clientId: client.client_id as string, clientSecret: client.client_secret as string };
    expect((await service.requestToken(credentials)).status).toBe(200);
    const shown = await admin.get(path);
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
    ['a name of spaces', { settings: { ...settings, name: '   ' } }, 'name'],
    ['a Bio API over plain HTTP', { settings: { ...settings, bioBaseUrl: 'http://shop.test' } }, 'bioBaseUrl'],
    ['no Bio API', { settings: { name: 'x' } }, 'bioBaseUrl'],
    ['a CA that is none', { settings: { ...settings, bioCaPem: 'hello' } }, 'bioCaPem'],
    [
      'a CA that is only said to be one',
      { settings: { ...settings, bioCaPem: '-----BEGIN CERTIFICATE-----\naGk=\n-----END CERTIFICATE-----' } },
      'bioCaPem',
    ],
    ['a private key', { settings: { ...settings, bioCaPem: '-----BEGIN PRIVATE KEY-----' } }, 'bioCaPem'],
    ['a logo that is none', { settings, logo: { name: 'x.svg', base64: 'PHN2Zy8+' } }, 'logo'],
    ['a webhook over plain HTTP', { settings, webhookUrl: 'http://shop.test' }, 'webhookUrl'],
  ])('%s is refused at its field, and nothing is added', async (_what, body, field) => {
    const before = await merchants();
    const { status, json } = await admin.post('/api/merchants', body);
    expect([status, json.error.field]).toEqual([409, field]);
    expect(await merchants()).toEqual(before);
  });

  it('a body beyond a certificate and a logo is refused', async () => {
    expect(
      (await admin.post('/api/merchants', { settings, logo: { name: 'x', base64: 'A'.repeat(250_000) } })).status,
    ).toBe(413);
  });

  it('CA and logo are replaced and removed', async () => {
    const { merchant_id } = (await admin.post('/api/merchants', { settings })).json;
    const path = `/api/merchants/${merchant_id}`;
    const view = async () => (await admin.get(path)).json.merchant;
    expect((await admin.post(`${path}/settings`, { bioCaPem: certificates.ca })).json).toMatchObject({ bio_ca: 'own' });
    expect((await admin.post(`${path}/settings`, { bioCaPem: null })).json).toMatchObject({ bio_ca: 'public' });
    await admin.post(`${path}/logo`, { logo: { name: 'a.png', base64: PNG } });
    expect((await view()).logo).toMatch(/png$/);
    await admin.post(`${path}/logo`, { logo: null });
    expect((await view()).logo).toBe('none');
    expect(codeOf(await admin.post('/api/merchants/nobody/logo', { logo: null }))).toEqual([409, 'refused']);
  });

  it('a merchant is suspended and resumed', async () => {
    const calls = await MerchantCalls.of(service);
    const path = `/api/merchants/${calls.merchantId}`;
    expect((await admin.post(`${path}/suspend`)).status).toBe(200);
    expect(codeOf(await admin.post(`${path}/suspend`))).toEqual([409, 'refused']);
    expect((await admin.get(path)).json.merchant.suspended_at).toMatch(/Z$/);
    service.clock.move(5000);
    expect(codeOf(await service.requestToken(calls.client))).toEqual([401, 'invalid_client']);
    expect((await admin.post(`${path}/resume`)).status).toBe(200);
    expect((await service.requestToken(calls.client)).status).toBe(200);
  });

  it('deliveries are listed with attempt, status and duration; one is sent again, and none while it is paused', async () => {
    let status = 500;
    const hook = await server(() => status);
    const calls = await MerchantCalls.of(service);
    const path = `/api/merchants/${calls.merchantId}`;
    const set = { webhookUrl: `${hook.url}/hook`, webhookCaPem: certificates.ca };
    const secret = (await admin.post(`${path}/webhook`, set)).json.webhook_secret;
    expect(secret).toMatch(/^whsec_/);
    const id = await calls.newSession();
    const { store } = service.service;
    await driveTo('canceled', id, { store, now: service.clock.now() });
    const deliveries = async () => (await admin.get(`${path}/deliveries`)).json as Record<string, unknown>[];
    const delivered = async () => (service.clock.move(2000), (await deliveries())[0]);
    await expect
      .poll(delivered, { timeout: 15_000 })
      .toMatchObject({ session_id: id, last_result: '500', last_ms: expect.any(Number) });
    expect((await admin.get(`/api/sessions/${id}`)).json.webhook).toMatchObject({
      state: 'waiting',
      last_result: '500',
    });

    expect((await admin.post(`${path}/webhook/pause`)).status).toBe(200);
    expect((await admin.get(path)).json.webhook.state).toBe('paused');
    expect(codeOf(await admin.post(`${path}/webhook/pause`))).toEqual([409, 'refused']);
    status = 204;
    const { length } = hook.seen;
    expect((await admin.post(`${path}/webhook/retry`, { session_id: id })).json).toEqual({ due: 1 });
    for (let i = 0; i < 3; i++) await delivered();
    expect(hook.seen).toHaveLength(length);
    expect((await admin.post(`${path}/webhook/resume`)).status).toBe(200);
    await expect
      .poll(delivered, { timeout: 15_000 })
      .toMatchObject({ state: 'delivered', last_result: '204', attempts: 1 });

    expect((await admin.post(`${path}/webhook/test`)).json).toMatchObject({ delivered: true, result: '204' });
    expect((await admin.post(`${path}/webhook/rotate`)).json.webhook_secret).not.toBe(secret);
    expect((await admin.post(`${path}/webhook`, { webhookUrl: null })).json).toEqual({ webhook_url: null });
    expect(codeOf(await admin.get(`${path}/deliveries`))).toEqual([409, 'refused']);
  });
});
