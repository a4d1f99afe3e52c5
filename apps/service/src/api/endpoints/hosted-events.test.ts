import { beforeAll, describe, expect, it } from 'vitest';
import { driveTo } from '../../../test/drive-session.ts';
import { AppSide } from '../../../test/app-side.ts';
import { codeOf, MerchantCalls } from '../../../test/merchant-calls.ts';
import { readsAfterWaits } from '../../../test/reads-after-waits.ts';
import { onBothStores } from '../../../test/on-stores.ts';
import { PageSide, type EventStream } from '../../../test/page-side.ts';
import type { TestService } from '../../../test/running-service.ts';

onBothStores((fixture) => {
  let service: TestService;
  let shop: MerchantCalls;
  beforeAll(async () => {
    service = await fixture.start();
    shop = await MerchantCalls.of(service);
  });
  /** A stream that waits after its first event. */
  async function listening(page: PageSide, at = service, query = ''): Promise<EventStream> {
    const before = await at.open('event_streams');
    const events = await page.events(query);
    await events.next();
    await expect.poll(() => at.open('event_streams')).toBe(before + 1);
    return events;
  }

  it('sends the session at once: the same object as GET /hosted/v1/session', async () => {
    const page = await PageSide.open(shop, { locale: 'ko' });
    const events = await page.events();
    expect([
      events.answer.status,
      events.answer.headers.get('content-type'),
      events.answer.headers.get('cache-control'),
    ]).toEqual([200, 'text/event-stream', 'no-store']);
    expect(events.answer.headers.get('x-request-id')).toMatch(/^[\da-f-]{36}$/);
    expect(await events.next()).toEqual((await page.session()).json);
    await events.leave();
  });

  it('sends each change including the confirmation, and ends with the session', async () => {
    const page = await PageSide.created(shop);
    const events = await page.events();
    const seen = [await events.next()];
    await page.opened();
    seen.push(await events.next());
    const app = await page.join('qr');
    seen.push(await events.next());
    await app.confirm(await page.number());
    seen.push(await events.next());
    await app.failure('user_declined');
    seen.push(await events.next());
    expect(seen.map((event) => [event?.['status'], event?.['confirmed']])).toEqual([
      ['created', undefined],
      ['opened', undefined],
      ['app_launched', false],
      ['app_launched', true],
      ['failed', undefined],
    ]);
    expect(seen.at(-1)).toEqual({
      session_id: page.sessionId,
      mode: 'enroll',
      status: 'failed',
      failure_code: 'user_declined',
    });
    expect(await events.block()).toBeUndefined();
  });

  it('never reveals whether a verification matched', async () => {
    const page = await PageSide.open(shop, {}, 'verify');
    const events = await listening(page);
    await driveTo('succeeded', page.sessionId, {
      store: service.service.store,
      now: service.clock.now(),
      outcome: { matched: true, payload: { finger: 'RI' } },
    });
    let last;
    for (let event = await events.next(); event !== undefined; event = await events.next()) {
      expect(JSON.stringify(event)).not.toMatch(/matched|RI/);
      last = event;
    }
    expect(last).toEqual({ session_id: page.sessionId, mode: 'verify', status: 'succeeded' });
  });

  it('of a session that has ended: one event, and the end', async () => {
    const page = await PageSide.open(shop);
    await page.cancel();
    const events = await page.events();
    expect(await events.next()).toEqual({ session_id: page.sessionId, mode: 'enroll', status: 'canceled' });
    expect(await events.block()).toBeUndefined();
  });

  it('sends only the time, every 20 s', async () => {
    const page = await PageSide.open(shop);
    const events = await listening(page);
    for (let round = 0; round < 2; round++) {
      for (let i = 0; i < 4; i++) {
        service.clock.move(5000);
        await page.session();
        await expect.poll(() => service.clock.waiting).toBeGreaterThan(2);
      }
      const now = new Date(service.clock.now()).toISOString();
      expect(await events.block()).toBe(`event: time\ndata: {"now":"${now}"}`);
    }
    await events.leave();
  });

  it('with links: every 20 s a new one of each kind and its successor instead of the time, until an app has joined', async () => {
    const page = await PageSide.open(shop);
    const events = await listening(page, service, '?links=both');
    const given: string[] = [];
    for (let round = 0; round < 2; round++) {
      service.clock.move(20_000);
      const now = service.clock.now();
      for (const via of ['qr', 'button']) {
        const link = JSON.parse(/^event: link\ndata: (.*)$/.exec((await events.block()) ?? '')![1]!);
        expect(link).toEqual({
          via,
          app_url: expect.stringContaining(`#link=${page.sessionId}.${via}.`),
          expires_at: new Date(now + 30_000).toISOString(),
          now: new Date(now).toISOString(),
          next: {
            app_url: expect.stringContaining(`#link=${page.sessionId}.${via}.`),
            expires_at: new Date(now + 40_000).toISOString(),
          },
        });
        given.push(link.app_url, link.next.app_url);
      }
    }
    expect(new Set(given).size).toBe(8);
    await AppSide.join(service, given[6]!.split('#link=')[1]!, page.cookie);
    expect(await events.next()).toMatchObject({ status: 'app_launched', confirmed: true });
    // The clock must not move before the page waits again.
    await expect.poll(() => service.clock.waiting).toBeGreaterThan(2);
    for (let i = 0; i < 4; i++) {
      service.clock.move(5000);
      await page.session();
      await expect.poll(() => service.clock.waiting).toBeGreaterThan(2);
    }
    expect(await events.block()).toMatch(/^event: time\n/);
    await events.leave();
  });

  it('400 invalid_request for an unknown kind of link', async () => {
    const page = await PageSide.open(shop);
    for (const query of ['?links=', '?links=nfc', '?links=qr,button', '?links=qr&links=button'])
      expect(codeOf(await service.get(`/hosted/v1/events${query}`, page.token))).toEqual([400, 'invalid_request']);
  });

  it('ends when the process drains', async () => {
    const own = await fixture.start();
    const calls = await MerchantCalls.of(own);
    const open: EventStream[] = [];
    for (let i = 0; i < 8; i++) open.push(await listening(await PageSide.open(calls), own));
    const closing = own.service.close();
    // Reads each stream to its end: a broken one would fail here.
    for (const events of open)
      for (let block = await events.block(); block !== undefined; block = await events.block())
        expect(block).toMatch(/^event: time\n/);
    await closing;
  });

  it('a closed page leaves no timers', async () => {
    const events = await listening(await PageSide.open(shop));
    await events.leave();
    expect(await readsAfterWaits(service)).toBe(0);
  });

  describe('401 invalid_token', () => {
    it('as JSON, not as a stream', async () => {
      const answer = await service.get('/hosted/v1/events', 'x');
      expect([...codeOf(answer), answer.headers['content-type']]).toEqual([
        401,
        'invalid_token',
        'application/json; charset=utf-8',
      ]);
    });
  });
});
