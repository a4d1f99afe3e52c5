import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parseAuditExport } from '../reads/audit-export.ts';
import { exportText, type exportAuditLog } from '../reads/audit-log.ts';
import { CONSOLE, ConsoleSide } from '../../../test/console-side.ts';
import { driveTo } from '../../../test/drive-session.ts';
import { codeOf, MerchantCalls } from '../../../test/merchant-calls.ts';
import { TestService } from '../../../test/running-service.ts';
import type { BioAttempt } from '../../session/bio-attempt.ts';

describe('searches in the console', () => {
  let service: TestService;
  let admin: ConsoleSide;
  let shop: MerchantCalls;
  let other: MerchantCalls;
  let ids: string[];
  beforeAll(async () => {
    service = await TestService.start({ config: { console: CONSOLE } });
    admin = await ConsoleSide.signedIn(service, 'admin');
    shop = await MerchantCalls.of(service, { id: 'mch_corner', name: 'Corner Shop' });
    other = await MerchantCalls.of(service, { id: 'mch_harbor', name: 'Harbor Café' });
    ids = [];
    for (const calls of [shop, other, shop]) {
      service.clock.move(1000);
      ids.unshift(await calls.newSession('verify'));
    }
    const { store } = service.service;
    await driveTo('failed', ids[0]!, { store, now: service.clock.now(), failureCode: 'quality_too_low' });
    await driveTo('succeeded', ids[1]!, {
      store,
      now: service.clock.now() + 7000,
      outcome: { matched: true, payload: { finger: 'RI' } },
    });
  });
  afterAll(() => service.stop());

  const found = async (q: string, more: object = {}): Promise<string[]> =>
    ((await admin.call('sessions search', { q, ...more })).json.sessions as { session_id: string }[]).map(
      ({ session_id }) => session_id,
    );

  it('one text finds parts of ids, merchants and failure codes', async () => {
    expect(await found(ids[1]!.slice(-9))).toEqual([ids[1]]);
    expect(await found(ids[1]!.slice(4, 12).toUpperCase())).toContain(ids[1]);
    expect(await found('corner')).toEqual([ids[0], ids[2]]);
    expect(await found('harbor CAFÉ')).toEqual([ids[1]]);
    expect(await found('mch_')).toEqual(ids);
    expect(await found('quality_too_low')).toEqual([ids[0]]);
    expect(await found('quality')).toEqual([ids[0]]);
    expect(await found('quality_too_low', { failure_code: 'user_declined' })).toEqual([]);
    expect(await found('corner', { status: 'created' })).toEqual([ids[2]]);
    for (const nothing of ['%', '_', "'", '\\', 'nobody']) expect(await found(`${nothing}x`)).toEqual([]);
  });

  const finds = async (q: string) => (await admin.call('find', { q })).json;
  const NOTHING = {
    failedCall: null,
    sessions: [],
    merchants: [],
    clients: [],
    keys: [],
    settings: [],
    failureCodes: [],
    actions: [],
  };

  it('one search finds sessions, merchants, clients, keys, settings, failure codes and actions', async () => {
    const session = { session_id: ids[1] };
    expect(await finds(ids[1]!)).toMatchObject({ ...NOTHING, sessions: [session] });
    expect(await finds(` ${ids[1]!.slice(-9).toUpperCase()} `)).toMatchObject({ ...NOTHING, sessions: [session] });
    const merchants = [{ merchant_id: 'mch_corner', name: 'Corner Shop' }];
    expect(await finds('corner')).toEqual({ ...NOTHING, merchants });
    const { clientId: client_id } = shop.client;
    const clients = [{ client_id, merchant_id: 'mch_corner' }];
    for (const q of [client_id, client_id.slice(-9)]) expect(await finds(q)).toEqual({ ...NOTHING, clients });
    expect(await finds('retention text')).toEqual({ ...NOTHING, settings: ['Retention text'] });
    expect(await finds('quality_too_low')).toEqual({ ...NOTHING, failureCodes: ['quality_too_low'] });
    expect((await finds('rotate')).actions).toEqual(expect.arrayContaining(['client rotate', 'webhook rotate']));
    const [key] = (await admin.call('keys list')).json as { key_id: string; purpose: string }[];
    const { key_id, purpose } = key!;
    expect(await finds(key_id)).toEqual({ ...NOTHING, keys: [{ key_id, purpose }] });
    for (const q of ['', '  ', 'user-1', '%', randomUUID(), `ses_${'0'.repeat(36)}`])
      expect(await finds(q)).toEqual(NOTHING);
  });

  it('finds an API answer with 4xx or 5xx by its request id, and the call to a merchant by its own', async () => {
    const asked = await shop.result(ids[2]!, 'merchant_user_ref=secret-ref');
    const unknown = await service.requestToken({ clientId: 'x', clientSecret: 'y' });
    const fine = await shop.result(ids[2]!);
    const [requestId, unknownId] = [asked, unknown].map(({ headers }) => String(headers['x-request-id']));
    const request = async (id: string) => (service.clock.move(1000), (await finds(id)).failedCall);
    const at = new Date(service.clock.now()).toISOString();
    await expect
      .poll(() => request(requestId!))
      .toEqual({
        request_id: requestId,
        at,
        call: 'GET /v1/sessions/:session_id/result',
        status: 403,
        code: 'merchant_user_ref_mismatch',
        field: null,
        in_words: 'The merchant user reference differs from the one of the session.',
        merchant_id: 'mch_corner',
        client_id: shop.client.clientId,
        session_id: ids[2],
      });
    expect(await request(unknownId!.toUpperCase())).toMatchObject({
      status: 401,
      code: 'invalid_client',
      merchant_id: null,
      client_id: null,
    });
    expect(await request(String(fine.headers['x-request-id']))).toBeNull();

    const called = randomUUID();
    await service.service.store.bioAttempts.note(ids[1]!, [{ requestId: called } as BioAttempt]);
    expect(await finds(called)).toMatchObject({ ...NOTHING, sessions: [{ session_id: ids[1] }] });
  });

  it('only an admin finds sessions by the exact user reference, with an audit entry that does not hold it', async () => {
    const reader = await ConsoleSide.signedIn(service, 'read');
    const { store } = service.service;
    const query = { merchant: 'mch_corner', user_ref: 'user-1' };
    const newest = async () => (await store.audit.list(1))[0]!;
    const { seq } = await newest();
    expect(codeOf(await reader.call('sessions of-user', query))).toEqual([403, 'read_only']);
    expect((await newest()).seq).toBe(seq);
    const ofUser = (await admin.call('sessions of-user', query)).json as { session_id: string }[];
    expect(ofUser.map(({ session_id }) => session_id)).toEqual([ids[0], ids[2]]);
    expect(await newest()).toMatchObject({
      actor: 'console:ada',
      action: 'sessions.of-user',
      subject: 'mch_corner',
      detail: '{"found":2}',
    });
    expect((await admin.call('sessions of-user', { ...query, user_ref: 'user-' })).json).toEqual([]);
    expect(await newest()).toMatchObject({ seq: seq + 2, detail: '{"found":0}' });
    expect(codeOf(await admin.call('sessions of-user', { ...query, merchant: 'nobody' }))).toEqual([404, 'not_found']);
    expect(codeOf(await admin.call('sessions of-user', { merchant: 'mch_corner' }))).toEqual([409, 'refused']);
  });

  it('a page names the next one, and an export has all sessions', async () => {
    expect((await admin.call('sessions search', { q: 'corner' })).json).toMatchObject({ before: null });
    expect(await found('', { before: ids[0] })).toEqual(ids.slice(1));
    const file = (await admin.call('sessions export', { q: 'corner' })).json as Record<string, unknown>[];
    expect(file.map(({ session_id, failure_code }) => [session_id, failure_code])).toEqual([
      [ids[0], 'quality_too_low'],
      [ids[2], null],
    ]);
    expect(JSON.stringify(file)).not.toMatch(/user-1|finger/);
  });

  it('the overview has tiles with changes and a funnel, for one or all merchants, from an hour to 30 days', async () => {
    const metrics = async (range: string, more: object = {}) => (await admin.call('overview', { range, ...more })).json;
    const isCounted = async () => (service.clock.move(5000), (await metrics('hour')).funnel.ended);
    await expect.poll(isCounted).toBe(1);
    for (const [range, steps] of [
      ['hour', 60],
      ['day', 24],
      ['week', 28],
      ['month', 30],
    ] as const) {
      const all = await metrics(range);
      expect(all.steps).toHaveLength(steps);
      expect(all.funnel).toEqual({ created: 3, opened: 2, joined: 2, captured: 2, ended: 1 });
      expect(all.tiles).toMatchObject({
        sessions: { now: 3, before: 0 },
        successRate: { now: 0.5, before: null },
        // One session took 6 to 8 s: the middle of its bucket.
        finishMs: { now: 7000, before: null },
        bioErrors: { now: 0, before: 0 },
      });
      const ofShop = await metrics(range, { merchant: 'mch_corner' });
      expect(ofShop).toMatchObject({ funnel: { created: 2, ended: 0 }, tiles: { successRate: { now: 0 } } });
      expect(ofShop.failures).toEqual([{ code: 'quality_too_low', count: 1 }]);
      expect((await metrics(range, { merchant: 'mch_harbor' })).failures).toEqual([]);
    }
    service.clock.move(3_600_000);
    await admin.login(await admin.link('admin'));
    expect((await metrics('hour')).tiles.sessions).toEqual({ now: 0, before: 3 });
    expect(codeOf(await admin.call('overview', { range: 'year' }))).toEqual([400, 'invalid_request']);
    expect(await metrics('hour')).toMatchObject({ hasOthers: false });
    const minute = service.clock.now() - (service.clock.now() % 60_000);
    await service.service.store.counts.add(minute, [{ name: 'ended', merchantId: '*', label: 'matched', count: 1 }]);
    service.clock.move(5000);
    // A Bio API error is a session that failed for it, as in the list. Its attempts are counted by merchant.
    const failures = ['merchant_bio_timeout', 'enrollment_not_found'].map((label) => ({
      name: 'failure',
      merchantId: 'mch_corner',
      label,
      count: 2,
    }));
    await service.service.store.counts.add(minute, [
      ...failures,
      { name: 'bio', merchantId: 'mch_corner', label: 'ok', count: 9 },
    ]);
    service.clock.move(5000);
    expect((await metrics('hour')).tiles.bioErrors.now).toBe(2);
    // Some merchants are counted together, so the charts of one may lack sessions.
    expect(await metrics('hour', { merchant: 'm_100' })).toMatchObject({ hasOthers: true });
  });

  it('finds audit entries by actor, action, subject and time, and exports them with the signed head', async () => {
    const entries = async (query: object): Promise<string[]> =>
      ((await admin.call('audit list', query)).json as { action: string }[]).map(({ action }) => action);
    expect(await entries({ action: 'LOGIN', actor: 'ada' })).toEqual(Array(3).fill('console.login'));
    expect(await entries({ subject: 'nothing' })).toEqual([]);
    expect(await entries({ to: new Date(0).toISOString() })).toEqual([]);
    expect((await admin.call('audit list', { from: 'yesterday' })).status).toBe(409);
    const exported = (await admin.call('audit export')).json as Awaited<ReturnType<typeof exportAuditLog>>;
    const { rows, head } = parseAuditExport(exportText(exported), 'file');
    expect(head.seq).toBe(rows.at(-1)!.seq);
    expect(rows.map(({ action }) => action)).toContain('console.login');
    expect((await admin.call('audit verify')).json).toMatchObject({ ok: true, findings: [] });
  });

  it('shows the notice of an announced rotation with the merchants that acknowledged it', async () => {
    const notice = async () => (await admin.call('keys details')).json.notice;
    const acknowledge = (merchant_id: string) => admin.call('keys notice', { acknowledged: merchant_id });
    expect(await notice()).toBeNull();
    expect(codeOf(await acknowledge('mch_corner'))).toEqual([409, 'refused']);
    const at = (await admin.call('keys details')).json.earliestSwitch['bio-signing'] as string;
    const scheduled = (await admin.call('keys schedule', { purpose: 'bio-signing', at })).json;
    expect((await notice()).notice).toBe(scheduled.notice);
    expect((await acknowledge('mch_corner')).status).toBe(200);
    expect(codeOf(await acknowledge('mch_corner'))).toEqual([409, 'refused']);
    expect(codeOf(await acknowledge('nobody'))).toEqual([404, 'not_found']);
    expect((await notice()).merchants).toEqual([
      { merchant_id: 'mch_corner', name: 'Corner Shop', acknowledged_at: expect.stringMatching(/Z$/) },
      { merchant_id: 'mch_harbor', name: 'Harbor Café', acknowledged_at: null },
    ]);
    const { earliestSwitch } = (await admin.call('keys details')).json;
    expect(
      (await admin.call('keys schedule', { purpose: 'access-token', at: earliestSwitch['access-token'] })).json.notice,
    ).toBeNull();
    await admin.call('keys emergency', { purpose: 'bio-signing', key_id: scheduled.key_id });
    expect(await notice()).toBeNull();
  });

  it('the exact name of two merchants finds the sessions of both', async () => {
    const twin = await MerchantCalls.of(service, { id: 'mch_twin', name: 'Harbor Café' });
    const session = await twin.newSession('verify');
    expect(await found('harbor café')).toEqual([session, ids[1]]);
  });

  it('finds sessions by part of the text that the user approved, which no list and no file has', async () => {
    const shop = await MerchantCalls.of(service, { id: 'mch_till', name: 'Till' });
    const { json } = await shop.verify({ display_text: 'Pay € 9.50 to Till' });
    const query = { merchant: 'mch_till', text: 'pay € 9' };
    const found = (await admin.call('sessions of-user', query)).json;
    expect(found).toMatchObject([{ session_id: json.session_id, finger: 'RI', display_text: 'Pay € 9.50 to Till' }]);
    expect(found[0].client_id).toBe(shop.client.clientId);
    expect((await service.service.store.audit.list(1))[0]).toMatchObject({ detail: '{"found":1}' });
    expect((await admin.call('sessions of-user', { ...query, user_ref: 'another' })).json).toEqual([]);
    for (const name of ['sessions search', 'sessions export'])
      expect((await admin.call(name, { merchant: 'mch_till' })).text).not.toMatch(/9\.50|display_text/);
    expect((await admin.call('session details', { session_id: json.session_id })).text).not.toContain('9.50');
    expect((await admin.call('session user-ref', { session_id: json.session_id })).json).toMatchObject({
      display_text: 'Pay € 9.50 to Till',
    });
  });
});
