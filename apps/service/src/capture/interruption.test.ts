import type { ServerResponse } from 'node:http';
import { expect, it, vi } from 'vitest';
import { anyCapture } from '../../test/app-side.ts';
import { onBothStores } from '../../test/on-both-stores.ts';
import { PageSide } from '../../test/page-side.ts';
import { RawConnection } from '../../test/raw-connection.ts';
import type { TestService } from '../../test/running-service.ts';
import { SdkMerchant } from '../../test/sdk-merchant.ts';
import { ServiceProcess } from '../../test/service-process.ts';
import { TestClock } from '../../test/test-clock.ts';

/** 15 s + 5 s × 2. */
const PROCESSING_DEADLINE_MS = 25_000;

/** Lets the merchant take the call and answer when the test says so. */
function holding(merchant: SdkMerchant): { called: Promise<void>; answer: (body?: unknown) => void } {
  const { promise: called, resolve } = Promise.withResolvers<void>();
  let held: ServerResponse | undefined;
  merchant.instead = (req, res) => {
    req.resume();
    held = res;
    resolve();
  };
  return { called, answer: (body = { stored: true }) => void held!.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body)) };
}

onBothStores((place) => {
  async function stage(options: Parameters<typeof place.start>[0] = {}): Promise<{ service: TestService; merchant: SdkMerchant }> {
    const service = await place.start(options);
    return { service, merchant: await SdkMerchant.start(service) };
  }

  it('a process that dies in the middle leaves a session that becomes processing_interrupted, never one that hangs', async () => {
    const deployment = await place.another();
    const service = await deployment.start({ clock: new TestClock(Date.now()) });
    const merchant = await SdkMerchant.start(service);
    const victim = await ServiceProcess.start(deployment);
    const page = await PageSide.open(merchant.calls);
    const app = await page.join();
    const { called } = holding(merchant);
    const headers = { 'content-type': 'application/json', authorization: `Bearer ${app.token}` };
    const callback = victim.post(`/app/v1/sessions/${page.sessionId}/callback`, headers, JSON.stringify(anyCapture())).catch(() => 'cut off');
    await called;
    await victim.end('SIGKILL');
    expect(await callback).toBe('cut off');
    expect((await app.session()).json.status).toBe('processing');

    const before = service.clock.waiting;
    const waiting = merchant.calls.result(page.sessionId, 'merchant_user_ref=user-1&wait=25');
    await vi.waitFor(() => expect(service.clock.waiting).toBeGreaterThan(before));
    service.clock.move(PROCESSING_DEADLINE_MS + 30_000);
    expect((await waiting).json).toMatchObject({ status: 'failed', failure_code: 'processing_interrupted', result: null });
    expect((await page.session()).json).toMatchObject({ failure_code: 'processing_interrupted' });
    expect((await app.callback(anyCapture())).json).toEqual({ session_id: page.sessionId, status: 'failed' });
    await merchant.stop();
  });

  it('a process that drains waits for the callback in flight, and answers it', async () => {
    const { service, merchant } = await stage();
    const page = await PageSide.open(merchant.calls);
    const app = await page.join();
    const { called, answer } = holding(merchant);
    const callback = app.callback(anyCapture());
    await called;
    let closed = false;
    const closing = service.service.close().finally(() => (closed = true));
    await vi.waitFor(async () => expect((await service.ops('/readyz')).status).toBe(503));
    expect(closed).toBe(false);
    answer();
    expect((await callback).json).toEqual({ session_id: page.sessionId, status: 'succeeded' });
    await closing;
    await merchant.stop();
  });

  it('an outcome after the processing deadline changes nothing, and the app learns what stands', async () => {
    const { service, merchant } = await stage();
    const page = await PageSide.open(merchant.calls);
    const app = await page.join();
    const { called, answer } = holding(merchant);
    const callback = app.callback(anyCapture());
    await called;
    service.clock.move(PROCESSING_DEADLINE_MS - 1);
    expect((await app.session()).json.status).toBe('processing');
    service.clock.move(1);
    expect((await page.session()).json).toMatchObject({ status: 'failed', failure_code: 'processing_interrupted' });
    answer();
    const told = await callback;
    expect([told.status, told.json]).toEqual([200, { session_id: page.sessionId, status: 'failed' }]);
    await merchant.stop();
  });

  it('expires_at passes during processing: the outcome stands all the same', async () => {
    const { service, merchant } = await stage();
    const page = await PageSide.open(merchant.calls);
    const app = await page.join();
    service.clock.move(599_000);
    const { called, answer } = holding(merchant);
    const callback = app.callback(anyCapture());
    await called;
    service.clock.move(2000);
    expect((await page.session()).json.status).toBe('processing');
    answer();
    expect((await callback).json.status).toBe('succeeded');
    await merchant.stop();
  });

  it('an app that hangs up is not waited for: the session has its outcome', async () => {
    const { service, merchant } = await stage();
    const page = await PageSide.open(merchant.calls);
    const app = await page.join();
    const { called, answer } = holding(merchant);
    const body = JSON.stringify(anyCapture());
    const connection = await RawConnection.toApi(service);
    connection.write(`POST /app/v1/sessions/${page.sessionId}/callback HTTP/1.1`, 'Host: x', 'Content-Type: application/json', `Authorization: Bearer ${app.token}`, `Content-Length: ${body.length}`, '', body);
    await called;
    connection.end();
    answer();
    await vi.waitFor(async () => expect((await app.session()).json.status).toBe('succeeded'));
    await merchant.stop();
  });
});
