import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CONSOLE, ConsoleSide } from '../../../test/console-side.ts';
import { driveTo } from '../../../test/drive-session.ts';
import { codeOf, MerchantCalls } from '../../../test/merchant-calls.ts';
import { TestService } from '../../../test/running-service.ts';
import { SETTINGS } from '../../merchants/merchant-settings.ts';
import { ROUTES } from './routes.ts';

const MINUTE = 60_000;
const MARKUP = '<img src=x onerror=alert(1)>';

describe('the console', () => {
  let service: TestService;
  let merchant: MerchantCalls;
  let admin: ConsoleSide;
  let reader: ConsoleSide;
  /** Signed in by each test as it needs. */
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
  afterAll(async () => {
    await Promise.all([admin, reader, side, stranger].map((each) => each.close()));
    await service.stop();
  });

  const auditLog = async (): Promise<string[]> =>
    (await service.service.store.audit.list(100)).map(({ actor, action, subject }) => `${actor} ${action} ${subject}`);
  const actions = async (): Promise<string[]> =>
    (await service.service.store.audit.list(100)).map(({ action }) => action);
  const pathOf = (path: string): string => path.replace(':id', 'nothing');

  it.each(ROUTES)(
    '$method $path is refused to who is not signed in, and to the role read where it is for admin',
    async ({ method, path, role }) => {
      const before = (await actions()).length;
      const ask = (side: ConsoleSide) => (method === 'GET' ? side.get(pathOf(path)) : side.post(pathOf(path)));
      expect(codeOf(await ask(stranger))).toEqual([401, 'signed_out']);
      if (role === 'admin') expect(codeOf(await ask(reader))).toEqual([403, 'read_only']);
      expect((await actions()).length).toBe(before);
    },
  );

  it('a link signs in once: of ten that use it at once one gets in, and the audit log says who', async () => {
    const link = await side.link('admin');
    const all = await Promise.all(Array.from({ length: 10 }, () => side.post('/api/login', { token: link })));
    expect(all.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, ...Array<number>(9).fill(401)]);
    expect(codeOf(await side.login(link))).toEqual([401, 'link_used']);
    expect((await auditLog())[0]).toMatch(/^console:ada console\.login con_[0-9a-f]{20}$/);
    expect(log).not.toContain(link);
  });

  it('a link is over after ten minutes', async () => {
    const link = await side.link('read');
    service.clock.move(10 * MINUTE);
    expect((await side.login(link)).status).toBe(401);
  });

  it('the cookie is of this host alone, no script reads it, and no other site has it sent', async () => {
    const { headers } = await side.login(await side.link('read'));
    expect(String(headers['set-cookie'])).toMatch(
      /^__Host-authly-console=[\w-]{43}; Path=\/; Secure; HttpOnly; SameSite=Strict; Max-Age=43200$/,
    );
    expect(headers['content-security-policy']).toMatch(
      /default-src 'none'; script-src 'self';.*frame-ancestors 'none'/,
    );
  });

  it('who signed out, was signed out, was idle for half an hour or is here for twelve hours is signed out', async () => {
    const isIn = async (): Promise<boolean> => (await side.get('/api/keys')).status === 200;
    await side.login(await side.link('read'));
    const cookie = side.cookie;
    expect((await side.post('/api/logout')).status).toBe(200);
    expect([await isIn(), (await auditLog())[0]]).toEqual([
      false,
      expect.stringMatching(/^console:ada console\.logout con_/),
    ]);

    // The latest is listed first.
    service.clock.move(1);
    await side.login(await side.link('read'));
    expect(side.cookie).not.toBe(cookie);
    const { sign_in_id: id } = ((await admin.get('/api/sign-ins')).json as { sign_in_id: string }[])[0]!;
    expect((await admin.post(`/api/sign-ins/${id}/end`)).status).toBe(200);
    expect(await isIn()).toBe(false);

    await side.login(await side.link('read'));
    service.clock.move(29 * MINUTE);
    // What the page asks by itself keeps nobody signed in.
    expect((await side.get('/api/keys', { 'authly-by-itself': '1' })).status).toBe(200);
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
  ])('a post %s does nothing', async (_what, headers, refusal) => {
    const before = (await actions()).length;
    expect(codeOf(await admin.post(`/api/clients/${merchant.client.clientId}/revoke`, {}, headers))).toEqual(refusal);
    expect((await actions()).length).toBe(before);
  });

  it('a user ref is in no list and no view; an admin is shown one on asking, and the audit log has it first', async () => {
    const id = await (await merchant.renew()).newSession();
    for (const path of ['/api/sessions', `/api/sessions/${id}`, `/api/merchants/${merchant.merchantId}`, '/api/audit'])
      expect((await admin.get(path)).text).not.toMatch(/user-1|user_ref/);
    expect((await admin.post(`/api/sessions/${id}/user-ref`)).json).toEqual({ merchant_user_ref: 'user-1' });
    expect((await auditLog())[0]).toBe(`console:ada session.user-ref ${id}`);
    expect(log).not.toContain('user-1');
  });

  it('a session shows every move, and why a call to its merchant failed, in words', async () => {
    const { store } = service.service;
    const id = await (await merchant.renew()).newSession();
    const now = service.clock.now();
    await driveTo('failed', id, { store, now, failureCode: 'merchant_bio_unavailable' });
    const attempt = {
      at: now,
      call: 'store',
      url: 'https://localhost:1/store',
      requestId: 'req_1',
      attempt: 1,
      stage: 'connect',
      status: null,
      code: null,
      reason: 'ECONNREFUSED',
    } as const;
    await store.bioAttempts.note(id, [{ ...attempt, failure: 'merchant_bio_unavailable', ms: 3 }]);
    const { json } = await reader.get(`/api/sessions/${id}`);
    expect(json.events.map(({ to }: { to: string }) => to)).toEqual([
      'created',
      'opened',
      'app_launched',
      'callback_received',
      'processing',
      'failed',
    ]);
    expect(Object.keys(json.fields as object).filter((name) => /finger|payload|metadata|user/.test(name))).toEqual([]);
    expect(json.bioAttempts).toMatchObject([{ ms: 3, in_words: 'ECONNREFUSED: Nothing listens at this address.' }]);
  });

  it('sessions are found by merchant, state, failure and time, and paged by id', async () => {
    const other = await MerchantCalls.of(service);
    const ids: string[] = [];
    for (let i = 0; i < 3; i++) {
      service.clock.move(1000);
      ids.unshift(await other.newSession());
    }
    const found = async (query: string): Promise<string[]> =>
      (
        (await reader.get(`/api/sessions?merchant=${other.merchantId}&${query}`)).json.sessions as {
          session_id: string;
        }[]
      ).map(({ session_id }) => session_id);
    const time = (agoMs: number): string => new Date(service.clock.now() - agoMs).toISOString();
    expect(await found('')).toEqual(ids);
    expect(await found(`before=${ids[0]}`)).toEqual(ids.slice(1));
    expect(await found(`from=${time(1000)}`)).toEqual(ids.slice(0, 2));
    expect(await found(`to=${time(1000)}`)).toEqual(ids.slice(2));
    expect(await found(`from=${time(1000)}&to=${time(0)}&before=${ids[0]}`)).toEqual(ids.slice(1, 2));
    expect(await found('status=failed')).toEqual([]);
    expect(await found('status=created')).toEqual(ids);
    expect(await found('failure_code=session_expired')).toEqual([]);
  });

  it.each([
    ['/api/sessions?status=nothing', 400],
    ['/api/sessions?from=tomorrow', 400],
    ['/api/sessions?from=-271821-04-20T00:00:00Z', 400],
    ['/api/sessions?before=ses_x', 404],
    ['/api/sessions?merchant=long', 400],
    ['/api/sessions?merchant=a&merchant=b', 200],
    ['/api/sessions/%00', 404],
    ['/api/sessions/long', 414],
    ['/api/metrics?range=year', 400],
    ['/api/audit?before=1e9', 400],
    ['/api/merchants/nobody', 409],
    ['/../package.json', 404],
    ['/api/nothing', 404],
  ])('%s is answered %i, and nothing breaks', async (path, status) => {
    expect((await reader.get(path.replace('long', 'x'.repeat(5000)))).status).toBe(status);
  });

  it('a body that is large, deep, no JSON or of other fields is refused', async () => {
    const path = `/api/merchants/${merchant.merchantId}/settings`;
    for (const body of [
      'x'.repeat(20_000),
      '{',
      '[]',
      '{"id":"x"}',
      '{"bioRetries":"1"}',
      '{"bioRetries":99}',
      '{"reader":1}',
      '{}',
      '{"__proto__":{"name":"x"}}',
    ])
      expect([400, 413]).toContain((await admin.post(path, body)).status);
    expect(codeOf(await admin.post(path, { bioBaseUrl: 'http://shop.test' }))).toEqual([409, 'refused']);
    for (const name of ['   ', '\u3164', 'Shop\u001B[2J', 'Shop\u202Epohs', 'Two\nlines'])
      expect(codeOf(await admin.post(path, { name }))).toEqual([409, 'refused']);
    expect(codeOf(await admin.post(path, { name: 'x'.repeat(61) }))).toEqual([400, 'invalid_request']);
  });

  it('the form of a merchant has every setting with its bounds, and of its CA only whether there is one', async () => {
    const { settings } = (await reader.get(`/api/merchants/${merchant.merchantId}`)).json;
    const names = settings.map(({ name }: { name: string }) => name);
    expect(names).toEqual(SETTINGS.map(([name]) => name));
    expect(settings).toContainEqual(expect.objectContaining({ name: 'bioCaPem', type: 'certificate', value: null }));
    expect(settings).toContainEqual({
      name: 'bioRetries',
      type: 'integer',
      label: 'Bio API retries',
      bounds: [0, 5],
      isRequired: true,
      value: 1,
    });
  });

  it('settings, clients and keys change by the same operator actions as at a terminal, each in the audit log with its actor', async () => {
    const { merchantId } = merchant;
    expect((await admin.post(`/api/merchants/${merchantId}/settings`, { sessionLifetimeS: 60 })).json).toMatchObject({
      session_lifetime_s: 60,
    });
    const { client_id: id, client_secret } = (await admin.post(`/api/merchants/${merchantId}/clients`)).json;
    expect((await admin.post(`/api/clients/${id}/rotate`)).json.client_secret).not.toBe(client_secret);
    expect((await admin.post(`/api/clients/${id}/revoke`)).status).toBe(200);
    expect(codeOf(await admin.post(`/api/clients/${id}/revoke`))).toEqual([409, 'refused']);
    const keys = (await admin.get('/api/keys')).json;
    const schedule = (at: string) => admin.post('/api/keys/schedule', { purpose: 'bio-signing', switch_at: at });
    expect(codeOf(await schedule(new Date(service.clock.now()).toISOString()))).toEqual([409, 'refused']);
    expect((await schedule(keys.earliestSwitch['bio-signing'] as string)).json.notice).toContain('Planned rotation');
    expect((await admin.post('/api/keys/emergency', { purpose: 'bio-signing' })).json.notice).toContain('URGENT');
    expect((await admin.post('/api/audit/verify')).json).toMatchObject({ ok: true, findings: [] });
    expect((await auditLog()).slice(0, 6).map((row) => row.split(' ').slice(0, 2).join(' '))).toEqual(
      ['keys.emergency', 'keys.schedule', 'client.revoke', 'client.rotate', 'client.add', 'merchant.set'].map(
        (act) => `console:ada ${act}`,
      ),
    );
    expect(JSON.stringify(await service.service.store.audit.list(100))).not.toContain(client_secret);
    expect(log).not.toContain(client_secret);
  });

  it('what sessions come to is counted within seconds, by end, code, merchant and time', async () => {
    const { store } = service.service;
    const quick = await MerchantCalls.of(service);
    const now = service.clock.now();
    await driveTo('succeeded', await quick.newSession('verify'), {
      store,
      now,
      outcome: { matched: true, payload: { finger: 'RI' } },
    });
    await driveTo('failed', await quick.newSession(), { store, now, failureCode: 'quality_too_low' });
    service.clock.move(5000);
    const ofNow = async () => (await reader.get('/api/metrics?range=day')).json;
    await expect
      .poll(async () => (service.clock.move(31_000), (await ofNow()).failures))
      .toContainEqual({ code: 'quality_too_low', count: 1 });
    const { steps } = await ofNow();
    expect(steps).toHaveLength(24);
    expect(steps.reduce((all: number, { ends }: { ends: { matched: number } }) => all + ends.matched, 0)).toBe(1);
    expect(steps.at(-1).p95 ?? steps.at(-2).p95).toEqual(expect.any(Number));
  });

  it('the stream tells of a session that moved and of one that began, and ends with who is signed out', async () => {
    await side.login(await side.link('read'));
    const { store } = service.service;
    let id = '';
    const heard = await side.hear(/"moved":\["ses_/, async () => {
      if (id === '') id = await (await merchant.renew()).newSession();
      await driveTo('opened', id, { store, now: service.clock.now() }).catch(() => {});
      service.clock.move(1000);
      await expect.poll(() => (service.clock.move(1000), service.clock.waiting)).toBeGreaterThan(0);
    });
    expect(heard).toContain(id);
    const over = await side.hear(/event: over/, async () => {
      await service.service.store.console.end((await store.console.list())[0]!.id);
      service.clock.move(10_000);
    });
    expect(over).toContain('event: over');
  });

  it('the page itself is given to anybody, and says nothing', async () => {
    const { status, text, headers } = await stranger.get('/');
    expect([status, headers['cache-control']]).toEqual([200, 'no-store']);
    expect(text).not.toContain(MARKUP);
    expect((await stranger.get('/api/presence')).json).toMatchObject({ signedIn: false, environment: 'test' });
  });
});
