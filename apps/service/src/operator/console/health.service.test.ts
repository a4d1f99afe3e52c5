import { beforeAll, expect, it, vi } from 'vitest';
import { CONSOLE, ConsoleSide } from '../../../test/console-side.ts';
import { MerchantCalls } from '../../../test/merchant-calls.ts';
import { onOneStore } from '../../../test/on-stores.ts';
import type { TestService } from '../../../test/running-service.ts';
import { BACKUP_AT } from '../../storage/port/store.ts';
import type { Finding } from '../checks/check.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

onOneStore((fixture) => {
  let service: TestService;
  let reader: ConsoleSide;
  beforeAll(async () => {
    service = await fixture.start({ config: { console: CONSOLE } });
    reader = await ConsoleSide.signedIn(service, 'read');
    await MerchantCalls.of(service, { id: 'mch_corner', bioBaseUrl: 'https://127.0.0.1:1/bio' });
  });

  type Health = { checks: Finding[]; processes: { certificate_days: number }[] };
  const health = async () => (await reader.call('health')).json as Health;
  const causes = async () => (await health()).checks.filter(({ ok }) => !ok).map(({ check }) => check);
  const found = async (check: string) => (await health()).checks.find((each) => each.check === check);
  const attempts = (merchantId: string, end: string, ms: number, count: number): Promise<void> =>
    service.service.store.counts.add(service.clock.now() - (service.clock.now() % 60_000), [
      { name: 'bio', merchantId, label: end, count },
      { name: 'bio_time', merchantId, label: String(ms), count },
    ]);

  it('a healthy fleet has no causes, and the certificates of the service and of every merchant were looked at', async () => {
    const { processes } = await health();
    expect(await causes()).toEqual([]);
    expect(processes).toMatchObject([{ pid: process.pid, certificate_days: expect.any(Number) as number }]);
    // The table of processes says the same.
    expect([await found('TLS certificates'), await found('processes')]).toEqual([undefined, undefined]);
    const { processes: table } = service.service.store;
    const [own] = await table.list(0);
    const lives = async (days: number, lateInDays: number) => {
      const [certificateUntil, certificateLateAt] = [days, lateInDays].map((each) => Date.now() + each * DAY_MS);
      await table.report({
        ...own!,
        id: 'other',
        certificateUntil: certificateUntil!,
        certificateLateAt: certificateLateAt!,
      });
      return found('TLS certificates');
    };
    expect(await lives(3.5, 1)).toBeUndefined();
    expect(await lives(20.5, -1)).toMatchObject({ ok: false, detail: 'expires in 20 days: renew it' });
    await table.remove('other');
    await expect
      .poll(async () => (await found('Bio API certificates'))?.detail)
      .toBe('not reachable: mch_corner (ECONNREFUSED)');
  });

  it('a backup is late after two days, and a store without one only if it is production', async () => {
    const { settings } = service.service.store;
    expect(await found('backup')).toMatchObject({ note: true, detail: 'none was made or noted' });
    await settings.set(BACKUP_AT, String(service.clock.now() - 2 * DAY_MS - 1000));
    expect(await causes()).toEqual(['backup']);
    await settings.set(BACKUP_AT, String(service.clock.now()));
    expect((await found('backup'))?.detail).toMatch(/^the last was made at .*Z$/);
  });

  it('a webhook event that was due for more than five minutes is a cause', async () => {
    const { webhooks } = service.service.store;
    const oldest = vi.spyOn(webhooks, 'oldestDue').mockResolvedValue(service.clock.now() - 6 * 60_000);
    expect(await found('webhooks')).toMatchObject({
      ok: false,
      detail: '0 events waiting, the oldest due for 360 s: one merchant is slow, or no process delivers',
    });
    oldest.mockRestore();
    expect(await found('webhooks')).toMatchObject({ ok: true });
  });

  it('one merchant whose Bio API fails or is slow is named with the reason, in Health, in the list and to its own people', async () => {
    const people = await ConsoleSide.signedIn(service, 'merchant', 'mch_corner');
    const state = async (): Promise<unknown> =>
      (await people.call('merchant details', { merchant_id: 'mch_corner' })).json.state[0];
    const attention = async (): Promise<unknown> => (await reader.call('merchants attention')).json;
    await attempts('mch_harbor', 'ok', 10_000, 5);
    await attempts('mch_corner', 'enrollment_not_found', 100, 8);
    await attempts('mch_corner', 'merchant_bio_timeout', 100, 2);
    const slow = { merchant_id: 'mch_harbor', why: 'the Bio API is slow: p95 9750 ms in the last 10 minutes' };
    expect([await attention(), await causes()]).toEqual([[slow], ['Bio APIs']]);
    expect(await state()).toMatchObject({ check: 'Bio API', ok: true });

    await attempts('mch_corner', 'merchant_bio_timeout', 100, 1);
    const why = '3 of 11 calls to the Bio API failed in the last 10 minutes, most of them as merchant_bio_timeout';
    expect(await attention()).toEqual([{ merchant_id: 'mch_corner', why }, slow]);
    expect(await state()).toEqual({ check: 'Bio API', ok: false, detail: why });
    expect((await found('Bio APIs'))?.detail).toBe(`mch_corner: ${why}; mch_harbor: ${slow.why}`);
    service.clock.move(11 * 60_000);
    expect(await attention()).toEqual([]);
  });
});
