import { expect, it } from 'vitest';
import { anyCapture, type AppSide } from '../../test/app-side.ts';
import { onOneStore } from '../../test/on-stores.ts';
import { PageSide } from '../../test/page-side.ts';
import { RawConnection } from '../../test/raw-connection.ts';
import type { TestService } from '../../test/running-service.ts';
import { holding, SdkMerchant } from '../../test/sdk-merchant.ts';

/** 15 s + 30 s × 2. */
const SLOW = { bioTimeoutMs: 30_000, bioRetries: 1 };
const PROCESSING_MS = 75_000;
/** Maximum arrival time of a request that began before draining. */
const ARRIVAL_MS = 30_000;

onOneStore((fixture) => {
  /** A draining process with a pending call to a slow merchant. */
  async function drainingInCapture(service: TestService, send: (page: PageSide, app: AppSide) => Promise<unknown>) {
    const shop = await SdkMerchant.start(service, SLOW);
    const page = await PageSide.open(shop.calls);
    const app = await page.join();
    const { called, answer } = holding(shop);
    const answered = send(page, app);
    await called;
    const before = service.waiting;
    let closed = false;
    const closing = service.service.close().finally(() => (closed = true));
    await expect.poll(() => service.clock.waiting).toBeGreaterThan(before);
    return { page, answer, answered, closing, isClosed: () => closed, stop: () => shop.stop() };
  }
  const callback = (_page: PageSide, app: AppSide) => app.callback(anyCapture());

  it('a draining process waits for a capture as long as its merchant’s settings allow', async () => {
    const service = await fixture.start();
    const draining = await drainingInCapture(service, callback);
    service.clock.move(PROCESSING_MS - 1);
    expect((await service.ops('/readyz')).status).toBe(503);
    expect(draining.isClosed()).toBe(false);
    draining.answer();
    expect(await draining.answered).toMatchObject({ status: 200, json: { status: 'succeeded' } });
    await draining.closing;
    await draining.stop();
  });

  it('and ends when that time and the arrival time of a request have passed', async () => {
    const service = await fixture.start();
    const draining = await drainingInCapture(service, (page, app) => callback(page, app).catch(() => 'cut off'));
    service.clock.move(ARRIVAL_MS + PROCESSING_MS);
    await draining.closing;
    expect(await draining.answered).toBe('cut off');
    await draining.stop();
  });

  it('a capture whose app has disconnected stores its outcome before the store closes', async () => {
    const service = await fixture.start();
    const connection = await RawConnection.toApi(service);
    const { page, answer, closing, stop } = await drainingInCapture(service, async ({ sessionId }, app) => {
      const body = JSON.stringify(await app.sealed(anyCapture()));
      connection.write(
        `POST /app/v1/sessions/${sessionId}/callback HTTP/1.1`,
        'Host: x',
        'Content-Type: application/json',
        `Authorization: Bearer ${app.token}`,
        `Content-Length: ${body.length}`,
        '',
        body,
      );
    });
    connection.end();
    await expect.poll(() => service.inFlight()).toBe(0);
    answer();
    await closing;
    const next = await fixture.start();
    expect((await next.get('/hosted/v1/session', page.token)).json.status).toBe('succeeded');
    await stop();
  });
});
