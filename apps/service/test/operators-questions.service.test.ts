import { FAILURE_CODES, type FailureCode } from '@authly/contract/wire/failure-codes';
import { beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { StoreUnavailableError } from '../src/storage/port/store.ts';
import { DAY, sampleSession } from '../src/storage/test/samples.ts';
import { LoopbackServer } from './bio-merchant.ts';
import { driveTo } from './drive-session.ts';
import { MerchantCalls } from './merchant-calls.ts';
import { onOneStore } from './on-stores.ts';
import type { TestService } from './running-service.ts';

/** Questions of operators, answered from the log and the metrics alone. */
onOneStore((fixture) => {
  let service: TestService;
  let shop: MerchantCalls;
  const lines: Record<string, unknown>[] = [];
  beforeAll(async () => {
    const write = (line: string): void => void lines.push(JSON.parse(line) as Record<string, unknown>);
    service = await fixture.start({ logTo: { write } });
    shop = await MerchantCalls.of(service);
  });
  const ended = (id: string): Record<string, unknown>[] =>
    lines.filter(({ msg, session_id }) => msg === 'session ended' && session_id === id);
  const metric = async (series: string): Promise<number> => {
    const { text } = await service.ops('/metrics');
    const line = text.split('\n').find((each) => each.startsWith(`${series} `));
    return Number(line?.slice(series.length + 1));
  };

  describe('why did this session fail', () => {
    it.each(Object.keys(FAILURE_CODES) as FailureCode[])('%s: one line and one count', async (failureCode) => {
      const series = `authly_session_failures_total{code="${failureCode}"}`;
      expect(await metric(series)).toBe(0);
      const id = await shop.newSession();
      service.clock.move(1500);
      await driveTo('failed', id, { store: service.service.store, now: service.clock.now(), failureCode });
      expect(ended(id)).toEqual([
        expect.objectContaining({
          level: 'info',
          merchant_id: shop.merchantId,
          status: 'failed',
          failure_code: failureCode,
          ms: 1500,
        }),
      ]);
      expect(await metric(series)).toBe(1);
    });

    it('a canceled session has the id of its request, an expired one has none; no line names the user', async () => {
      const [canceled, expired] = [await shop.newSession(), await shop.newSession()];
      await driveTo('opened', canceled, { store: service.service.store, now: service.clock.now() });
      const answer = await shop.cancel(canceled, { merchant_user_ref: 'user-1' });
      const requestId = answer.headers['x-request-id'];
      expect(ended(canceled)).toEqual([expect.objectContaining({ status: 'canceled', request_id: requestId })]);
      expect(ended(canceled)[0]).not.toHaveProperty('failure_code');
      service.clock.move(600_000);
      const swept = (): unknown => (service.clock.move(2000), ended(expired));
      await expect.poll(swept).toEqual([expect.objectContaining({ status: 'expired' })]);
      expect(ended(expired)[0]).not.toHaveProperty('request_id');
      expect(JSON.stringify(lines)).not.toContain('user-1');
    });
  });

  it('why did this call get 503: the database', async () => {
    await shop.renew();
    const away = new StoreUnavailableError('unreachable', 'away');
    const fails = vi.spyOn(service.service.store.sessions, 'find').mockRejectedValueOnce(away);
    const answer = await shop.result(await shop.newSession());
    fails.mockRestore();
    const ofRequest = (): unknown =>
      lines.find((line) => line['request_id'] === answer.headers['x-request-id'] && line['why']);
    await expect.poll(ofRequest).toMatchObject({ status: 503, code: 'unavailable', why: 'database' });
    expect(await metric('authly_http_unavailable_total{why="database"}')).toBe(1);
    expect(answer.text).not.toContain('database');
  });

  it('is a webhook stuck: how long the oldest due event has waited', async () => {
    const silent = await LoopbackServer.https(() => {});
    onTestFinished(() => silent.close());
    const { store } = service.service;
    const { merchantId } = await service.addMerchant();
    await service.addWebhook(merchantId, silent);
    const createdAt = service.clock.now();
    // More than one merchant's delivery attempts at a time.
    for (let i = 0; i < 6; i++) {
      const session = sampleSession({ merchantId, createdAt });
      await store.sessions.create(session);
      await driveTo('canceled', session.id, { store, now: createdAt });
    }
    expect(await metric('authly_webhook_oldest_due_seconds')).toBe(0);
    const look = async (): Promise<number> => {
      service.clock.move(2000);
      return metric('authly_webhook_oldest_due_seconds');
    };
    await expect.poll(look).toBeGreaterThanOrEqual(10);
  });

  it('is data erased in time: how late retention is', async () => {
    const { store } = service.service;
    const fails = vi.spyOn(store.sessions, 'erase').mockRejectedValue(new Error('locked'));
    onTestFinished(() => fails.mockRestore());
    await store.sessions.create(sampleSession({ createdAt: service.clock.now() - 31 * DAY - 3_600_000 }));
    const round = (): Promise<number> => {
      service.clock.move(60_000);
      return metric('authly_retention_lag_seconds');
    };
    await expect.poll(round).toBeGreaterThanOrEqual(3600);
    fails.mockRestore();
    await expect.poll(round).toBe(0);
  });
});
