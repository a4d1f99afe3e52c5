import { beforeAll, expect, it, vi } from 'vitest';
import { codeOf, MerchantCalls } from '../../test/merchant-calls.ts';
import { onOneStore } from '../../test/on-stores.ts';
import type { TestService } from '../../test/running-service.ts';
import { driveTo } from '../../test/drive-session.ts';
import { Metrics } from '../observability/metrics.ts';
import { StoreUnavailableError, UNAVAILABLE_REASONS } from '../storage/port/store.ts';

onOneStore((fixture) => {
  let service: TestService;
  beforeAll(async () => {
    service = await fixture.start();
  });

  it('/healthz: 200 while the process lives', async () => {
    const { status, json } = await service.ops('/healthz');
    expect([status, json]).toEqual([200, { status: 'ok' }]);
  });

  it.each<[string, number]>([
    ['localhost', 200],
    ['LOCALHOST:9464', 200],
    ['127.0.0.1:9464', 200],
    ['[::1]:9464', 200],
    ['10.1.2.3', 200],
    ['authly-ops.internal:9464', 200],
    ['evil.test', 421],
    ['evil.test:9464', 421],
    ['127.0.0.1.evil.test', 421],
    ['localhost.evil.test', 421],
    ['evil-localhost', 421],
    ['evil.test@127.0.0.1', 421],
    ['[evil.test]', 421],
    ['', 421],
  ])('Host %j: %i on every path', async (host, status) => {
    for (const path of ['/metrics', '/readyz', '/healthz', '/other'])
      expect((await service.ops(path, { host })).status).toBe(path === '/other' && status === 200 ? 404 : status);
  });

  /** To poll: on a busy machine the check may be late, and the answer then has a warning or the old keys. */
  const readyOf = async (of: TestService): Promise<unknown[]> => {
    const { status, json, headers } = await of.ops('/readyz');
    return [status, json, headers['cache-control']];
  };

  it('/readyz: 200 when requests can be served', async () => {
    await expect.poll(() => readyOf(service)).toEqual([200, { status: 'ready' }, 'no-store']);
  });

  it('/readyz: 200 with a warning while the store cannot be used, and without it afterwards', async () => {
    const check = vi
      .spyOn(service.service.store, 'check')
      .mockRejectedValueOnce(new StoreUnavailableError('disk_full', 'the disk is full'));
    const { status, json } = await service.ops('/readyz');
    expect([status, json]).toEqual([200, { status: 'ready', warnings: ['the disk is full'] }]);
    check.mockRestore();
    await expect.poll(() => readyOf(service)).toEqual([200, { status: 'ready' }, 'no-store']);
  });

  it('/readyz: 503 with the reason without a key, even if the store cannot be used', async () => {
    const fresh = await (await fixture.another()).start();
    const { store } = fresh.service;
    const [key] = await store.keys.list('hosted-token');
    await store.keys.remove(key!.id, fresh.clock.now());
    fresh.clock.move(1000);
    const missing = [503, { status: 'not ready', reason: 'there is no active hosted-token key' }, 'no-store'];
    await expect.poll(() => readyOf(fresh)).toEqual(missing);
    vi.spyOn(store, 'check').mockRejectedValue(new StoreUnavailableError('disk_full', 'the disk is full'));
    await expect.poll(() => readyOf(fresh)).toEqual(missing);
  });

  it('/metrics: every counter starts at 0, except those by merchant', async () => {
    const fresh = await fixture.start();
    const { text } = await fresh.ops('/metrics');
    const counters = new Metrics({ version: '', environment: '' })
      .catalogue()
      .filter(
        ({ name, kind, labels }) => kind === 'counter' && name.startsWith('authly_') && !labels.includes('merchant'),
      );
    expect(counters.length).toBeGreaterThan(8);
    for (const { name } of counters) expect(text).toMatch(new RegExp(`^${name}(?:\\{.*\\})? 0$`, 'm'));
    for (const reason of UNAVAILABLE_REASONS)
      expect(text).toContain(`authly_store_unavailable_total{reason="${reason}"} 0`);
  });

  it("/metrics: requests by the route's pattern, errors by code, moves by event; never an id or a raw path", async () => {
    const shop = await MerchantCalls.of(service);
    const id = await shop.newSession();
    await driveTo('opened', id, { store: service.service.store, now: service.clock.now() });
    expect(codeOf(await shop.result(id, 'merchant_user_ref=someone'))).toEqual([403, 'merchant_user_ref_mismatch']);
    await service.get('/typed/by/hand');
    const { headers, text } = await service.ops('/metrics');
    expect(headers['content-type']).toContain('text/plain');
    expect(text).toContain('authly_info{version="');
    expect(text).toMatch(
      /authly_http_request_duration_seconds_count\{route="\/v1\/enrollment-sessions",method="POST",status="201"\} 1/,
    );
    expect(text).toContain(
      'authly_http_errors_total{route="/v1/sessions/:session_id/result",code="merchant_user_ref_mismatch"} 1',
    );
    expect(text).toContain('authly_http_errors_total{route="unmatched",code="not_found"} 1');
    expect(text).toContain('authly_session_moves_total{event="open",to="opened"} 1');
    for (const typed of [id, 'typed/by/hand', shop.merchantId, shop.client.clientId, 'someone'])
      expect(text).not.toContain(typed);
  });

  it('/metrics: an unknown method is not a label', async () => {
    await service.request('/v1/signing-keys', { method: 'PROPFIND' });
    await service.request('/v1/signing-keys', { method: 'MKCOL' });
    expect((await service.ops('/metrics')).text).not.toMatch(/PROPFIND|MKCOL/);
  });

  it('404 for everything else, and it is not on the API port', async () => {
    expect((await service.ops('/')).status).toBe(404);
    for (const path of ['/healthz', '/readyz', '/metrics']) expect((await service.get(path)).status).toBe(404);
  });
});
