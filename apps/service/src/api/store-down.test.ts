import { PAGE_PATHS } from '@authly/contract/wire/page-addresses';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { Network } from '../../../../lab/chaos/network.ts';
import { startPostgres, type PostgresServer } from '../../../../test/postgres-server.ts';
import { anyCapture } from '../../test/app-side.ts';
import { codeOf, type MerchantCalls } from '../../test/merchant-calls.ts';
import { PageSide } from '../../test/page-side.ts';
import { TestService, type TestAnswer } from '../../test/running-service.ts';
import { holding, SdkMerchant } from '../../test/sdk-merchant.ts';

/** Only for Postgres. The failures of SQLite are tested in storage/. */
describe('Postgres stops and starts again', () => {
  let postgres: PostgresServer;
  let service: TestService;
  let shop: MerchantCalls;
  let id: string;
  let first: TestAnswer;
  const lines: string[] = [];
  /** A capture with a pending call to its merchant. */
  let merchant: SdkMerchant;
  let held: ReturnType<typeof holding>;
  let callback: Promise<TestAnswer>;
  let answered = false;
  /** The timers of an idle service. */
  let idle: number;
  beforeAll(async () => {
    postgres = await startPostgres();
    service = await TestService.start({ databaseUrl: postgres.url, logTo: { write: (line) => void lines.push(line) } });
    merchant = await SdkMerchant.start(service);
    shop = merchant.calls;
    first = await shop.enroll({}, { 'idempotency-key': 'before' });
    id = first.json.session_id as string;
    const app = await (await PageSide.open(shop)).join();
    held = holding(merchant);
    callback = app.callback(anyCapture()).finally(() => (answered = true));
    await held.called;
  });
  afterAll(async () => {
    await service.stop();
    await merchant.stop();
    await postgres.remove();
  });

  it('a long poll in flight is answered 503', async () => {
    const poll = shop.result(id, 'merchant_user_ref=user-1&wait=10');
    await expect.poll(() => service.open('long_polls')).toBe(1);
    await postgres.stop();
    service.clock.move(10_000);
    expect(codeOf(await poll)).toEqual([503, 'unavailable']);
  });

  it.each<[string, () => Promise<TestAnswer>]>([
    ['POST /oauth/token', () => service.requestToken(shop.client)],
    ['POST /v1/enrollment-sessions', () => shop.enroll()],
    ['POST /v1/verification-sessions', () => shop.verify()],
    ['GET /v1/sessions/{session_id}/result', () => shop.result(id)],
    ['POST /v1/sessions/{session_id}/cancel', () => shop.cancel(id)],
    ['GET /v1/signing-keys', () => service.get('/v1/signing-keys')],
  ])('503 unavailable with Retry-After: %s', async (_, send) => {
    const answer = await send();
    expect([answer.status, answer.headers['retry-after']]).toEqual([503, '1']);
    expect(answer.json).toEqual({
      error: { code: 'unavailable', message: expect.any(String), request_id: answer.headers['x-request-id'] },
    });
    expect(answer.text).not.toMatch(/postgres|ECONN|127\.0\.0\.1/i);
  });

  it('is alive and ready, with a warning and a metric, and serves pages', async () => {
    expect((await service.ops('/healthz')).status).toBe(200);
    /** Of all reasons: on a busy machine the connection may be refused late. */
    const counted = async (): Promise<number> => {
      const counts = (await service.ops('/metrics')).text.matchAll(/^authly_store_unavailable_total\{.*\} (\d+)$/gm);
      return [...counts].reduce((sum, [, count]) => sum + Number(count), 0);
    };
    const before = await counted();
    const { status, json } = await service.ops('/readyz');
    expect([status, json]).toEqual([200, { status: 'ready', warnings: [expect.stringContaining('the database')] }]);
    expect(await counted()).toBe(before + 1);
    expect((await service.get(PAGE_PATHS.hosted)).status).toBe(200);
  });

  it('an outcome waits for the store', async () => {
    idle = service.waiting;
    held.answer();
    await expect.poll(() => service.clock.waiting).toBeGreaterThan(idle);
    expect(answered).toBe(false);
  });

  it('the log has the reason', () => {
    expect(lines.some((line) => line.includes('the database'))).toBe(true);
    // One line per second, and no second has passed.
    const errors = lines.filter((line) => /"level":"(?:warn|error)"/.test(line));
    expect(errors).toEqual([expect.stringContaining('"msg":"database unavailable"')]);
    expect(errors[0]).not.toContain('stack');
    expect(lines.join('')).not.toContain('authly:authly@');
  });

  it('serves again without a restart, and no confirmed write is lost', async () => {
    await postgres.start();
    await expect.poll(async () => (await service.ops('/readyz')).json).toEqual({ status: 'ready' });
    expect((await shop.result(id)).json.status).toBe('created');
    const replayed = await shop.enroll({}, { 'idempotency-key': 'before' });
    expect([replayed.status, replayed.text]).toEqual([201, first.text]);
    expect((await service.requestToken(shop.client)).status).toBe(200);
  });

  it('the waiting outcome is stored', async () => {
    await expect
      .poll(() => {
        if (service.clock.waiting > idle) service.clock.move(500);
        return answered;
      })
      .toBe(true);
    expect((await callback).json.status).toBe('succeeded');
  });
});

it('/readyz answers within a second while the database hangs, with one check at a time', async () => {
  const postgres = await startPostgres();
  const network = await Network.to(Number(new URL(postgres.url).port));
  const url = new URL(postgres.url);
  url.port = String(network.port);
  const service = await TestService.start({ databaseUrl: url.href });
  await expect.poll(async () => (await service.ops('/readyz')).json).toEqual({ status: 'ready' });
  const check = vi.spyOn(service.service.store, 'check');
  network.slow(30_000);
  const answers = await Promise.all(Array.from({ length: 20 }, () => service.ops('/readyz')));
  // A query would end by its own timeout of seconds, with other words.
  for (const { status, json } of answers)
    expect([status, json]).toEqual([200, { status: 'ready', warnings: ['the database did not answer within 500 ms'] }]);
  expect(check).toHaveBeenCalledTimes(1);
  network.cut();
  await service.stop();
  network.close();
  await postgres.remove();
});
