import { once } from 'node:events';
import { request, type IncomingMessage } from 'node:http';
import { json as jsonOf } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CONSOLE, consoleLink, ConsoleSide } from '../../../test/console-side.ts';
import { driveTo } from '../../../test/drive-session.ts';
import { codeOf, MerchantCalls } from '../../../test/merchant-calls.ts';
import { TestService } from '../../../test/running-service.ts';
import { SETTINGS } from '../../merchants/merchant-settings.ts';
import { sampleAttempt } from '../../storage/test/samples.ts';
import { CALLS } from './call-routes.ts';
import { callPath } from '../wire/wire.ts';

const MINUTE = 60_000;
const MARKUP = '<img src=x onerror=alert(1)>';

describe('the console', () => {
  let service: TestService;
  let merchant: MerchantCalls;
  let admin: ConsoleSide;
  let reader: ConsoleSide;
  /** Each test signs in. */
  let side: ConsoleSide;
  let stranger: ConsoleSide;
  let log = '';
  beforeAll(async () => {
    service = await TestService.start({ config: { console: CONSOLE }, logTo: { write: (line) => (log += line) } });
    merchant = await MerchantCalls.of(service, { name: MARKUP });
    admin = await ConsoleSide.signedIn(service, 'admin');
    reader = await ConsoleSide.signedIn(service, 'read');
    side = new ConsoleSide(service);
    stranger = new ConsoleSide(service);
  });
  afterAll(() => service.stop());

  const auditLog = async (): Promise<string[]> =>
    (await service.service.store.audit.list(100)).map(({ actor, action, subject }) => `${actor} ${action} ${subject}`);
  const actions = async (): Promise<string[]> =>
    (await service.service.store.audit.list(100)).map(({ action }) => action);

  it.each(CALLS.map(({ name, role }) => [name, role] as const))(
    '"%s" requires a sign-in with the role %s',
    async (name, role) => {
      const before = (await actions()).length;
      expect(codeOf(await stranger.call(name))).toEqual([401, 'signed_out']);
      if (role === 'admin') expect(codeOf(await reader.call(name))).toEqual([403, 'read_only']);
      expect((await reader.get(callPath(name))).status).toBe(404);
      expect((await actions()).length).toBe(before);
    },
  );

  it('an action for the terminal only has no route', async () => {
    for (const name of ['keys rewrap', 'console login', 'sandbox advance', 'merchant show', 'webhook list'])
      expect((await admin.call(name)).status).toBe(404);
  });

  it('a link signs in once, also for ten requests at once, with an audit entry', async () => {
    const link = await side.link('admin');
    const all = await Promise.all(Array.from({ length: 10 }, () => side.post('/api/login', { token: link })));
    expect(all.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, ...Array<number>(9).fill(401)]);
    expect(codeOf(await side.login(link))).toEqual([401, 'link_used']);
    expect((await auditLog())[0]).toMatch(/^console:ada console\.login con_[0-9a-f]{20}$/);
    expect(log).not.toContain(link);
  });

  it('the cookie is host-only, HttpOnly and SameSite=Strict', async () => {
    const { headers } = await side.login(await side.link('read'));
    expect(String(headers['set-cookie'])).toMatch(
      /^__Host-authly-console=[\w-]{43}; Path=\/; Secure; HttpOnly; SameSite=Strict; Max-Age=43200$/,
    );
    expect(headers['content-security-policy']).toMatch(
      /default-src 'none'; script-src 'self';.*frame-ancestors 'none'/,
    );
  });

  it('a sign-in ends by logout, by an operator, after half an hour idle and after twelve hours', async () => {
    const isIn = async (): Promise<boolean> => (await side.call('keys list')).status === 200;
    await side.login(await side.link('read'));
    const cookie = side.cookie;
    expect((await side.post('/api/logout')).status).toBe(200);
    expect([await isIn(), (await auditLog())[0]]).toEqual([
      false,
      expect.stringMatching(/^console:ada console\.logout con_/),
    ]);

    // The newest sign-in is first.
    service.clock.move(1);
    await side.login(await side.link('read'));
    expect(side.cookie).not.toBe(cookie);
    const { sign_in_id: id } = ((await admin.call('console list')).json as { sign_in_id: string }[])[0]!;
    expect((await admin.call('console end', { sign_in_id: id })).status).toBe(200);
    expect(await isIn()).toBe(false);

    await side.login(await side.link('read'));
    service.clock.move(29 * MINUTE);
    // Requests without an action of the operator do not extend the sign-in.
    expect((await side.call('keys list', {}, { 'authly-by-itself': '1' })).status).toBe(200);
    service.clock.move(MINUTE);
    expect(await isIn()).toBe(false);

    await side.login(await side.link('read'));
    for (let i = 0; i < 12 * 3 - 1; i++) {
      service.clock.move(20 * MINUTE);
      expect(await isIn()).toBe(true);
    }
    service.clock.move(20 * MINUTE);
    expect(await isIn()).toBe(false);
    for (const [each, role] of [
      [admin, 'admin'],
      [reader, 'read'],
    ] as const)
      await each.login(await each.link(role));
  });

  it.each([
    ['of another origin', { origin: 'https://evil.test' }, [403, 'other_origin']],
    ['without an origin', { origin: undefined }, [403, 'other_origin']],
    ['that a browser calls cross-site', { 'sec-fetch-site': 'cross-site' }, [403, 'other_origin']],
    ['of another port of this machine', { 'sec-fetch-site': 'same-site' }, [403, 'other_origin']],
    ['without the proof', { 'authly-console': undefined }, [403, 'no_proof']],
    ['with another proof', { 'authly-console': 'x' }, [403, 'no_proof']],
    ['under another name of this machine', { host: 'rebound.evil.test' }, [421, 'other_host']],
    ['that is a form', { 'content-type': 'application/x-www-form-urlencoded' }, [415, 'invalid_request']],
  ])('a POST %s changes nothing', async (_what, headers, refusal) => {
    const before = (await actions()).length;
    expect(codeOf(await admin.call('client revoke', { client_id: merchant.client.clientId }, headers))).toEqual(
      refusal,
    );
    expect((await actions()).length).toBe(before);
  });

  it('a user ref is shown only on request of an admin, after its audit entry', async () => {
    const id = await (await merchant.renew()).newSession();
    for (const [name, params] of [
      ['sessions search', {}],
      ['session details', { session_id: id }],
      ['merchant details', { merchant_id: merchant.merchantId }],
      ['audit list', {}],
    ] as const)
      expect((await admin.call(name, params)).text).not.toMatch(/user-1|user_ref/);
    expect((await admin.call('session user-ref', { session_id: id })).json).toEqual({
      merchant_user_ref: 'user-1',
      display_text: null,
    });
    expect((await auditLog())[0]).toBe(`console:ada session.user-ref ${id}`);
    expect(log).not.toContain('user-1');
  });

  it('a session shows every transition and explains a failed call to its merchant', async () => {
    const { store } = service.service;
    const id = await (await merchant.renew()).newSession();
    const now = service.clock.now();
    await driveTo('failed', id, { store, now, failureCode: 'merchant_bio_unavailable' });
    const failure = { status: null, reason: 'ECONNREFUSED', failure: 'merchant_bio_unavailable' } as const;
    await store.bioAttempts.note(id, [sampleAttempt({ at: now, stage: 'connect', ...failure, ms: 3 })]);
    const { json } = await reader.call('session details', { session_id: id });
    expect(json.events.map(({ to }: { to: string }) => to)).toEqual([
      'created',
      'opened',
      'app_launched',
      'callback_received',
      'processing',
      'failed',
    ]);
    expect(Object.keys(json.fields as object).filter((name) => /payload|metadata|user|text/.test(name))).toEqual([]);
    expect(json.bioAttempts).toMatchObject([{ ms: 3, in_words: 'ECONNREFUSED: Nothing listens at this address.' }]);
  });

  it('finds sessions by merchant, state, failure and time, with pages by id', async () => {
    const other = await MerchantCalls.of(service);
    const ids: string[] = [];
    for (let i = 0; i < 3; i++) {
      service.clock.move(1000);
      ids.unshift(await other.newSession());
    }
    const found = async (query: object): Promise<string[]> => {
      const { json } = await reader.call('sessions search', { merchant: other.merchantId, ...query });
      return (json.sessions as { session_id: string }[]).map(({ session_id }) => session_id);
    };
    const time = (agoMs: number): string => new Date(service.clock.now() - agoMs).toISOString();
    expect(await found({})).toEqual(ids);
    expect(await found({ before: ids[0] })).toEqual(ids.slice(1));
    expect(await found({ from: time(1000) })).toEqual(ids.slice(0, 2));
    expect(await found({ to: time(1000) })).toEqual(ids.slice(2));
    expect(await found({ from: time(1000), to: time(0), before: ids[0] })).toEqual(ids.slice(1, 2));
    expect(await found({ status: 'failed' })).toEqual([]);
    expect(await found({ status: 'created' })).toEqual(ids);
    expect(await found({ failure_code: 'session_expired' })).toEqual([]);
  });

  it.each([
    ['sessions search', { status: 'nothing' }, 400],
    ['sessions search', { from: 'tomorrow' }, 409],
    ['sessions search', { from: '-271821-04-20T00:00:00Z' }, 409],
    ['sessions search', { before: 'ses_x' }, 409],
    ['sessions search', { merchant: 'x'.repeat(5000) }, 400],
    ['sessions search', { merchant: ['a', 'b'] }, 400],
    ['session details', { session_id: '\u0000' }, 400],
    ['sessions search', { q: '\u0000' }, 400],
    ['audit list', { actor: 'a\ud800' }, 400],
    ['session details', { session_id: 'x'.repeat(5000) }, 400],
    ['overview', { range: 'year' }, 400],
    ['audit list', { before: '1e9' }, 400],
    ['merchant details', { merchant_id: 'nobody' }, 404],
    ['../package.json', {}, 404],
    ['nothing', {}, 404],
  ])('%s with %j returns %i', async (name, params, status) => {
    expect((await reader.call(name, params)).status).toBe(status);
  });

  it('rejects a large, deep, malformed or unknown body', async () => {
    const { merchantId: merchant_id } = merchant;
    for (const body of [
      'x'.repeat(250_000),
      '{',
      '[]',
      '{}',
      { merchant_id, id: 'x' },
      { merchant_id, bioRetries: '1' },
      { merchant_id, bioRetries: 99 },
      { merchant_id, reader: 1 },
      `{"merchant_id":"${merchant_id}","__proto__":{"name":"x"}}`,
    ])
      expect([400, 413]).toContain((await admin.call('merchant set', body)).status);
    expect((await admin.call('client add', { merchant: 'x'.repeat(20_000) })).status).toBe(413);
    const set = (settings: object) => admin.call('merchant set', { merchant_id, ...settings });
    expect(codeOf(await set({ bioBaseUrl: 'http://shop.test' }))).toEqual([409, 'refused']);
    for (const name of ['   ', '\u3164', 'Shop\u001B[2J', 'Shop\u202Epohs', 'Two\nlines'])
      expect(codeOf(await set({ name }))).toEqual([409, 'refused']);
    expect(codeOf(await set({ name: 'x'.repeat(61) }))).toEqual([400, 'invalid_request']);
  });

  it('the form of a merchant has every setting with its bounds, and no CA certificate', async () => {
    const { settings } = (await reader.call('merchant details', { merchant_id: merchant.merchantId })).json;
    const names = settings.map(({ name }: { name: string }) => name);
    expect(names).toEqual(SETTINGS.map(([name]) => name));
    expect(settings).toContainEqual(expect.objectContaining({ name: 'bioCaPem', type: 'certificate', value: null }));
    expect(settings).toContainEqual({
      name: 'bioRetries',
      type: 'integer',
      label: 'Bio API retries',
      bounds: [0, 5],
      choices: [],
      isRequired: true,
      value: 1,
    });
  });

  it('a client is revoked once', async () => {
    const { client_id } = (await admin.call('client add', { merchant: merchant.merchantId })).json;
    const revoke = () => admin.call('client revoke', { client_id });
    expect((await revoke()).status).toBe(200);
    expect(codeOf(await revoke())).toEqual([404, 'not_found']);
  });

  it('counts ended sessions by outcome, code, device, merchant and time within seconds', async () => {
    const { store } = service.service;
    const quick = await MerchantCalls.of(service);
    const now = service.clock.now();
    await driveTo('succeeded', await quick.newSession('verify'), {
      store,
      now,
      outcome: { matched: true, device: 'bound', payload: { finger: 'RI' } },
    });
    for (const failureCode of ['quality_too_low', 'device_not_recognized', 'device_not_bound'] as const)
      await driveTo('failed', await quick.newSession(), { store, now, failureCode });
    service.clock.move(5000);
    const ofNow = async () => (await reader.call('overview', { range: 'day' })).json;
    await expect
      .poll(async () => (service.clock.move(31_000), (await ofNow()).failures))
      .toContainEqual({ code: 'quality_too_low', count: 1 });
    const { steps, devices } = await ofNow();
    expect(devices).toEqual([
      { code: 'refused', count: 2 },
      { code: 'bound', count: 1 },
    ]);
    const { text } = await service.ops('/metrics');
    for (const [result, count] of [
      ['bound', 1],
      ['unbound', 0],
      ['refused', 2],
    ])
      expect(text).toContain(`authly_devices_total{result="${result}"} ${count}`);
    expect(steps).toHaveLength(24);
    expect(steps.reduce((all: number, { ends }: { ends: { matched: number } }) => all + ends.matched, 0)).toBe(1);
    expect(steps.at(-1).p95 ?? steps.at(-2).p95).toEqual(expect.any(Number));
  });

  it('the page is public and contains no data', async () => {
    const { status, text, headers } = await stranger.get('/');
    expect([status, headers['cache-control']]).toEqual([200, 'no-store']);
    expect(text).not.toContain(MARKUP);
    expect((await stranger.get('/api/presence')).json).toMatchObject({ signedIn: false, environment: 'test' });
  });
});

it('behind a proxy that ends TLS, plain HTTP from any other address signs nobody in, whatever it claims', async () => {
  const [proxy, stranger] = ['127.0.0.2', '127.0.0.1'];
  const config = { console: CONSOLE, tls: undefined, trustedProxies: [proxy] };
  const service = await TestService.start({ environment: 'production', config });
  const link = await consoleLink(service, 'admin');
  const login = async (localAddress: string) => {
    const headers = {
      host: 'console.test',
      origin: CONSOLE.url,
      'x-forwarded-proto': 'https',
      'content-type': 'application/json',
    };
    const to = {
      host: '127.0.0.1',
      port: service.service.ports.console!,
      path: '/api/login',
      method: 'POST',
      localAddress,
      headers,
    };
    const [answer] = (await once(
      request(to).end(JSON.stringify({ token: link.slice(link.indexOf('=') + 1) })),
      'response',
    )) as [IncomingMessage];
    return { answer, json: (await jsonOf(answer)) as { error?: { code: string } } };
  };
  expect((await login(stranger)).json.error?.code).toBe('https_required');
  const { answer } = await login(proxy);
  expect([answer.statusCode, answer.headers['strict-transport-security']]).toEqual([200, 'max-age=31536000']);
  await service.stop();
});
