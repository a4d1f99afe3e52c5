import { expect, it } from 'vitest';
import { sessionHistory } from '../src/operator/reads/session-views.ts';
import { ENROLLMENTS } from './merchant-calls.ts';
import { anyCapture, AppSide } from './app-side.ts';
import { LoopbackServer } from './bio-merchant.ts';
import { ConsoleSide, CONSOLE } from './console-side.ts';
import { lookIfDue } from './look-if-due.ts';
import { onOneStore } from './on-stores.ts';
import { PageSide } from './page-side.ts';
import { SdkMerchant } from './sdk-merchant.ts';

type Line = Record<string, unknown> & { msg: string };

onOneStore((fixture) => {
  it('the X-Request-Id that a merchant received is in the log, in `sessions show` and in the console', async () => {
    const lines: Line[] = [];
    const service = await fixture.start({
      config: { console: CONSOLE },
      logTo: { write: (line) => void lines.push(JSON.parse(line) as Line) },
    });
    const { store } = service.service;
    const merchant = await SdkMerchant.start(service);
    const sent: unknown[] = [];
    merchant.instead = (req, res) => {
      req.resume();
      sent.push(req.headers['x-request-id']);
      res.writeHead(503).end();
    };
    const webhooks = await LoopbackServer.https((_request, response) => response.writeHead(200).end());
    const { merchantId } = merchant.calls;
    await service.addWebhook(merchantId, webhooks);

    const page = await PageSide.open(merchant.calls, {}, 'enroll');
    const app = await AppSide.join(service, await page.linkToken('button'), page.cookie);
    const answer = await app.callback(anyCapture());
    const id = page.sessionId;
    const requestId = answer.headers['x-request-id'];
    expect(new Set(sent)).toEqual(new Set([requestId]));
    expect(sent.length).toBeGreaterThan(1);

    // The call does not wait for the note of its attempts.
    const noted = async (): Promise<unknown[]> => {
      const { bioAttempts } = await sessionHistory({ store, now: () => service.clock.now() }, id);
      return bioAttempts.map(({ request_id }) => request_id);
    };
    await expect.poll(noted).toEqual(sent);
    const operator = await ConsoleSide.signedIn(service, 'read');
    const shown = (await operator.call('session details', { session_id: id })).json as {
      bioAttempts: { request_id: string }[];
    };
    expect(shown.bioAttempts.map(({ request_id }) => request_id)).toEqual(sent);

    await expect.poll(async () => (await lookIfDue(service, merchantId), webhooks.seen.length)).toBe(1);
    await expect.poll(() => lines.filter(({ msg }) => msg === 'webhook').length).toBe(1);
    const of = (msg: string): Line[] => lines.filter((line) => line.msg === msg && line['session_id'] === id);
    expect(of('bio call').map((line) => line['request_id'])).toEqual(sent);
    expect(of('webhook')).toMatchObject([{ request_id: webhooks.seen[0]!.headers['x-request-id'] }]);
    // Each log line of creation, page and app has both ids.
    const routes = of('request').map((line) => line['route']);
    expect(new Set(routes)).toEqual(
      new Set([
        ENROLLMENTS,
        '/hosted/v1/opened',
        '/hosted/v1/link',
        '/app/v1/claims',
        '/app/v1/sessions/:session_id/callback',
      ]),
    );
    for (const line of lines)
      expect(line).toMatchObject({ pid: process.pid, version: expect.stringMatching(/^\d+\.\d+\.\d+/) as string });

    const { text } = await service.ops('/metrics');
    expect(text).toMatch(
      new RegExp(`^authly_bio_certificate_expiry_timestamp_seconds\\{merchant="${merchantId}"\\} 1[0-9]{9}$`, 'm'),
    );
    await merchant.stop();
    await webhooks.close();
  });
});
