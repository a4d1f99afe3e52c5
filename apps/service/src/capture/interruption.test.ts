import { beforeAll, expect, it } from 'vitest';
import { anyCapture } from '../../test/app-side.ts';
import { onBothStores } from '../../test/on-both-stores.ts';
import { PageSide } from '../../test/page-side.ts';
import { RawConnection } from '../../test/raw-connection.ts';
import type { TestService } from '../../test/running-service.ts';
import { holding, SdkMerchant } from '../../test/sdk-merchant.ts';
import { ServiceProcess } from '../../test/service-process.ts';
import { runCli } from '../operator/cli.ts';
import { TestClock } from '../../test/test-clock.ts';

/** 15 s + 5 s × 2. */
const PROCESSING_DEADLINE_MS = 25_000;

onBothStores((place) => {
  let service: TestService;
  let merchant: SdkMerchant;
  beforeAll(async () => {
    service = await place.start();
    merchant = await SdkMerchant.start(service);
    return () => merchant.stop();
  });

  it('an outcome after the processing deadline changes nothing, and the app learns what stands', async () => {
    const page = await PageSide.open(await merchant.calls.renew());
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
    // An operator can say that the merchant holds it all the same.
    const env = {
      AUTHLY_DATA_DIR: service.folder,
      ...(service.config.databaseUrl !== undefined && { AUTHLY_DATABASE_URL: service.config.databaseUrl }),
    };
    const interrupted = async (): Promise<unknown> => {
      let out = '';
      await runCli(['node', 'authly', 'sessions', 'interrupted', '--json'], env, (text) => (out += text));
      return JSON.parse(out);
    };
    await expect
      .poll(interrupted)
      .toEqual([expect.objectContaining({ session_id: page.sessionId, at_merchant: 'stored' })]);
  });

  it('expires_at passes during processing: the outcome stands all the same', async () => {
    const page = await PageSide.open(await merchant.calls.renew());
    const app = await page.join();
    service.clock.move(599_000);
    const { called, answer } = holding(merchant);
    const callback = app.callback(anyCapture());
    await called;
    service.clock.move(2000);
    expect((await page.session()).json.status).toBe('processing');
    answer();
    expect((await callback).json.status).toBe('succeeded');
  });

  it('an app that hangs up is not waited for: the session has its outcome', async () => {
    const page = await PageSide.open(await merchant.calls.renew());
    const app = await page.join();
    const { called, answer } = holding(merchant);
    const body = JSON.stringify(anyCapture());
    const connection = await RawConnection.toApi(service);
    connection.write(
      `POST /app/v1/sessions/${page.sessionId}/callback HTTP/1.1`,
      'Host: x',
      'Content-Type: application/json',
      `Authorization: Bearer ${app.token}`,
      `Content-Length: ${body.length}`,
      '',
      body,
    );
    await called;
    connection.end();
    answer();
    await expect.poll(async () => (await app.session()).json.status).toBe('succeeded');
  });

  it('a process that dies in the middle leaves a session that becomes processing_interrupted, never one that hangs', async () => {
    const deployment = await place.another();
    const survivor = await deployment.start({ clock: new TestClock(Date.now()) });
    const shop = await SdkMerchant.start(survivor);
    const victim = await ServiceProcess.start(deployment);
    const page = await PageSide.open(shop.calls);
    const app = await page.join();
    const { called } = holding(shop);
    const headers = { 'content-type': 'application/json', authorization: `Bearer ${app.token}` };
    const callback = victim
      .post(`/app/v1/sessions/${page.sessionId}/callback`, headers, JSON.stringify(anyCapture()))
      .catch(() => 'cut off');
    await called;
    await victim.end('SIGKILL');
    expect(await callback).toBe('cut off');
    expect((await app.session()).json.status).toBe('processing');

    const before = survivor.waiting;
    const waiting = shop.calls.result(page.sessionId, 'merchant_user_ref=user-1&wait=25');
    await expect.poll(() => survivor.clock.waiting).toBeGreaterThan(before);
    // The other process ran on real time.
    survivor.clock.move(Date.now() - survivor.clock.now() + PROCESSING_DEADLINE_MS);
    expect((await waiting).json).toMatchObject({
      status: 'failed',
      failure_code: 'processing_interrupted',
      result: null,
    });
    expect((await page.session()).json).toMatchObject({ failure_code: 'processing_interrupted' });
    expect((await app.callback(anyCapture())).json).toEqual({ session_id: page.sessionId, status: 'failed' });
    await shop.stop();
  });

  it('a process that drains waits for the callback in flight, and answers it', async () => {
    const draining = await place.start();
    const shop = await SdkMerchant.start(draining);
    const page = await PageSide.open(shop.calls);
    const app = await page.join();
    const { called, answer } = holding(shop);
    const callback = app.callback(anyCapture());
    await called;
    let closed = false;
    const closing = draining.service.close().finally(() => (closed = true));
    await expect.poll(async () => (await draining.ops('/readyz')).status).toBe(503);
    expect(closed).toBe(false);
    answer();
    expect((await callback).json).toEqual({ session_id: page.sessionId, status: 'succeeded' });
    await closing;
    await shop.stop();
  });
});
