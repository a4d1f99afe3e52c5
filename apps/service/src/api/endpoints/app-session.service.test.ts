import { beforeAll, describe, expect, it } from 'vitest';
import { codeOf, MerchantCalls } from '../../../test/merchant-calls.ts';
import { onOneStore } from '../../../test/on-stores.ts';
import { PageSide } from '../../../test/page-side.ts';
import type { TestAnswer, TestService } from '../../../test/running-service.ts';

onOneStore((fixture) => {
  let service: TestService;
  let shop: MerchantCalls;
  beforeAll(async () => {
    service = await fixture.start();
    shop = await MerchantCalls.of(service);
  });
  /** Sends the request and returns once the service waits. */
  async function waiting(ask: () => Promise<TestAnswer>): Promise<Promise<TestAnswer>[]> {
    const before = await service.open('long_polls');
    const answer = ask();
    await expect.poll(() => service.open('long_polls')).toBe(before + 1);
    return [answer];
  }

  it('200 {session_id, status, confirmed, now}', async () => {
    const page = await PageSide.open(shop);
    const app = await page.join('qr');
    const answer = await app.session();
    expect([answer.status, answer.headers['cache-control'], answer.json]).toEqual([
      200,
      'no-store',
      { session_id: page.sessionId, status: 'app_launched', confirmed: false, now: expect.any(String) },
    ]);
  });

  it('includes the failure code', async () => {
    const app = await (await PageSide.open(shop)).join();
    await app.failure('capture_failed');
    expect((await app.session()).json).toMatchObject({ status: 'failed', failure_code: 'capture_failed' });
  });

  describe('wait', () => {
    it('answers when the number is typed', async () => {
      const page = await PageSide.open(shop);
      const app = await page.join('qr');
      const [answer] = await waiting(() => app.session('?wait=25'));
      await app.confirm(await page.number());
      expect((await answer)?.json).toMatchObject({ status: 'app_launched', confirmed: true });
    });

    it('answers when the session ends', async () => {
      const page = await PageSide.open(shop);
      const app = await page.join('qr');
      const [answer] = await waiting(() => app.session('?wait=25'));
      await shop.cancel(page.sessionId);
      expect((await answer)?.json.status).toBe('canceled');
    });

    it('answers with the current state when the wait is over', async () => {
      const app = await (await PageSide.open(shop)).join('qr');
      const [answer] = await waiting(() => app.session('?wait=10'));
      service.clock.move(10_000);
      expect((await answer)?.json).toMatchObject({ status: 'app_launched', confirmed: false });
    });

    it.each(['-1', '26', '1.5', 'x', '', '1&wait=2'])('400 for wait=%s', async (wait) => {
      const app = await (await PageSide.open(shop)).join('qr');
      expect(codeOf(await app.session(`?wait=${wait}`))).toEqual([400, 'invalid_request']);
    });
  });

  describe('401 invalid_token', () => {
    it("for another session's app, no token, a forged one, and an unknown session alike", async () => {
      const [page, other] = [await PageSide.open(shop), await PageSide.open(shop)];
      const [app, stranger] = [await page.join(), await other.join()];
      const unclaimed = await PageSide.open(shop);
      const asked: [string, string | undefined][] = [
        [page.sessionId, stranger.token],
        [page.sessionId, undefined],
        [page.sessionId, `${app.token}x`],
        [page.sessionId, 'a'.repeat(43)],
        [unclaimed.sessionId, app.token],
        [`ses_${'0'.repeat(36)}`, app.token],
        ['x', app.token],
      ];
      for (const [id, token] of asked) {
        const answer = await service.get(`/app/v1/sessions/${id}`, token);
        expect(codeOf(answer)).toEqual([401, 'invalid_token']);
        expect(answer.headers['www-authenticate']).toBe('Bearer realm="authly-app"');
      }
    });
  });
});
