import { beforeAll, describe, expect, it, vi } from 'vitest';
import { anyCapture } from '../../../test/app-side.ts';
import { codeOf, type MerchantCalls } from '../../../test/merchant-calls.ts';
import { onOneStore } from '../../../test/on-stores.ts';
import { PageSide } from '../../../test/page-side.ts';
import type { TestService } from '../../../test/running-service.ts';
import { SdkMerchant } from '../../../test/sdk-merchant.ts';
import { RequestBody } from '../../http/limits/request-body.ts';

const INVALID = [400, 'invalid_request'];

onOneStore((fixture) => {
  let service: TestService;
  let merchant: SdkMerchant;
  let shop: MerchantCalls;
  beforeAll(async () => {
    service = await fixture.start();
    merchant = await SdkMerchant.start(service);
    shop = merchant.calls;
    return () => merchant.stop();
  });
  const eventsOf = async (page: PageSide): Promise<string[]> =>
    (await service.service.store.sessions.events(page.sessionId)).map(({ event }) => event);

  it('200 {session_id, status} with the final status once processing has ended', async () => {
    const page = await PageSide.open(shop);
    const answer = await (await page.join()).callback(anyCapture());
    expect([answer.status, answer.headers['cache-control'], answer.json]).toEqual([
      200,
      'no-store',
      { session_id: page.sessionId, status: 'succeeded' },
    ]);
    expect(await eventsOf(page)).toEqual(['create', 'open', 'claim', 'callback', 'process', 'succeed']);
  });

  it('409 not_confirmed after a claim by QR until the number is typed; nothing reaches the merchant before', async () => {
    const page = await PageSide.open(shop);
    const app = await page.join('qr');
    const before = merchant.bodies.length;
    expect(codeOf(await app.callback(anyCapture()))).toEqual([409, 'not_confirmed']);
    expect([merchant.bodies.length, (await app.session()).json.status]).toEqual([before, 'app_launched']);
    await app.confirm(await page.number());
    expect((await app.callback(anyCapture())).json.status).toBe('succeeded');
  });

  it.each<[string, unknown]>([
    ['accepted', anyCapture()],
    ['refused', { ...anyCapture(), finger: 'XX' }],
  ])('the bytes of a body that was %s are wiped', async (_, body) => {
    const app = await (await PageSide.open(shop)).join();
    const read = vi.spyOn(RequestBody.prototype, 'read');
    await app.callback(body);
    const bytes = (await read.mock.results.at(-1)!.value) as Uint8Array;
    read.mockRestore();
    expect([bytes.length > 100, bytes.every((byte) => byte === 0)]).toEqual([true, true]);
  });

  describe('a later callback', () => {
    it.each<[string, unknown]>([
      ['the same', anyCapture()],
      ['another finger', anyCapture('LM', 2)],
      ['an empty object', {}],
      ['not JSON', '{'],
      ['empty', ''],
      ['almost 1 MiB', 'x'.repeat(1_048_576)],
    ])('with any body (%s): 200 and the status, and its body is not kept', async (_, body) => {
      const page = await PageSide.open(shop);
      const app = await page.join();
      await app.callback(anyCapture());
      const [events, calls] = [await eventsOf(page), merchant.bodies.length];
      const answer = await app.callback(body);
      expect([answer.status, answer.json]).toEqual([200, { session_id: page.sessionId, status: 'succeeded' }]);
      expect([await eventsOf(page), merchant.bodies.length]).toEqual([events, calls]);
    });

    it('after one that failed: 200 failed', async () => {
      const app = await (await PageSide.open(shop)).join();
      await app.callback({ ...anyCapture(), features: 'AAAA' });
      const answer = await app.callback(anyCapture());
      expect([answer.status, answer.json.status]).toEqual([200, 'failed']);
    });
  });

  describe('400 invalid_request for a first callback that is malformed; the session stays open for a good one', () => {
    it.each<[string, unknown]>([
      ['not JSON', '{'],
      ['no object', '[]'],
      ['no finger', { ...anyCapture(), finger: undefined }],
      ['another finger code', { ...anyCapture(), finger: 'LT' }],
      ['no features', { ...anyCapture(), features: undefined }],
      ['empty features', { ...anyCapture(), features: '' }],
      ['features that are no string', { ...anyCapture(), features: {} }],
      ['no enc_key', { ...anyCapture(), enc_key: undefined }],
      ['captured_at that is no string', { ...anyCapture(), captured_at: 5 }],
      ['U+0000', { ...anyCapture(), captured_at: '\0' }],
      ['more than 4,000 parts', { ...anyCapture(), parts: Array.from({ length: 4001 }, () => 1) }],
    ])('%s', async (_, body) => {
      const app = await (await PageSide.open(shop)).join();
      expect(codeOf(await app.callback(body))).toEqual(INVALID);
      expect((await app.callback(anyCapture())).json.status).toBe('succeeded');
    });

    it('another content type', async () => {
      const page = await PageSide.open(shop);
      const app = await page.join();
      const path = `/app/v1/sessions/${page.sessionId}/callback`;
      expect(codeOf(await service.post(path, app.token, {}, { 'content-type': 'text/plain' }))).toEqual(INVALID);
      expect((await app.session()).json.status).toBe('app_launched');
    });
  });

  it('the tenth callback with 400 fails the session as capture_failed; after nine a good one is accepted', async () => {
    const [page, patient] = [await PageSide.open(shop), await PageSide.open(shop)];
    const [app, other] = [await page.join(), await patient.join()];
    for (let i = 0; i < 9; i++) {
      expect(codeOf(await app.callback('{'))).toEqual(INVALID);
      expect(codeOf(await other.callback('{'))).toEqual(INVALID);
    }
    expect((await app.session()).json.status).toBe('app_launched');
    expect((await other.callback(anyCapture())).json.status).toBe('succeeded');
    expect(codeOf(await app.callback({}))).toEqual(INVALID);
    expect(codeOf(await app.callback(anyCapture()))).toEqual([409, 'session_finalized']);
    expect((await page.session()).json).toMatchObject({ status: 'failed', failure_code: 'capture_failed' });
    expect(await eventsOf(page)).toEqual(['create', 'open', 'claim', 'app_failure']);
  });

  it('a body that breaks off counts for nothing', async () => {
    const app = await (await PageSide.open(shop)).join();
    for (let i = 0; i < 12; i++) {
      const broken = await app.callbackInPart('{', 1000);
      await expect.poll(() => service.inFlight()).toBe(1);
      broken.socket.end();
      await expect.poll(() => service.inFlight()).toBe(0);
    }
    expect((await app.callback(anyCapture())).json.status).toBe('succeeded');
  });

  it('of two whose bodies are arriving the newer one wins: a phone whose line died repeats at once', async () => {
    const app = await (await PageSide.open(shop)).join();
    const dead = await app.callbackInPart('{', 1000);
    await expect.poll(() => service.inFlight()).toBe(1);
    expect((await app.callback(anyCapture())).json.status).toBe('succeeded');
    expect((await dead.answer())?.status).toBe(429);
    dead.end();
  });

  it('of two that end in two processes at once, one is processed, and the merchant is called once', async () => {
    const other = await fixture.start({ clock: service.clock });
    const app = await (await PageSide.open(shop)).join();
    const before = merchant.bodies.length;
    const text = JSON.stringify(await app.sealed(anyCapture()));
    const parts = await Promise.all(
      [service, other].map((to) => app.callbackInPart(text.slice(0, -1), text.length, { to })),
    );
    await expect.poll(() => Promise.all([service.inFlight(), other.inFlight()])).toEqual([1, 1]);
    for (const each of parts) each.write(text.slice(-1));
    await expect.poll(async () => (await app.session()).json.status).toBe('succeeded');
    await expect.poll(() => Promise.all([service.inFlight(), other.inFlight()])).toEqual([0, 0]);
    expect(merchant.bodies.length - before).toBe(1);
    await other.stop();
  });

  it('callbacks before the confirmation, and too large ones, are not counted', async () => {
    const page = await PageSide.open(shop);
    const app = await page.join('qr');
    for (let i = 0; i < 12; i++) expect((await app.callback('{')).status).toBe(409);
    await app.confirm(await page.number());
    for (let i = 0; i < 12; i++) expect((await app.callback('x'.repeat(1_048_577))).status).toBe(413);
    expect((await app.callback(anyCapture())).json.status).toBe('succeeded');
  });

  it('409 session_finalized from expires_at on, and not a millisecond before', async () => {
    const [early, late] = [await (await PageSide.open(shop)).join(), await (await PageSide.open(shop)).join()];
    service.clock.move(599_999);
    expect((await early.callback(anyCapture())).json.status).toBe('succeeded');
    service.clock.move(1);
    expect(codeOf(await late.callback(anyCapture()))).toEqual([409, 'session_finalized']);
    await shop.renew();
  });
});
