import type { SessionStatus } from '@authly/contract/wire/states';
import { expect, it } from 'vitest';
import { driveTo } from '../../apps/service/test/drive-session.ts';
import { MerchantCalls } from '../../apps/service/test/merchant-calls.ts';
import { journeys, picture } from './browser.ts';
import { useConsole } from './console.ts';

const HOUR_MS = 3_600_000;
/** How the sessions of an hour end, with a morning, a noon and a night. */
const ENDS: readonly SessionStatus[] = ['succeeded', 'succeeded', 'canceled', 'succeeded', 'failed', 'succeeded'];
const sessionsIn = (hour: number): number => 1 + Math.round(2.5 * (1 - Math.cos((hour / 12) * Math.PI)));

journeys('the overview of the console', { timeout: 120_000 }, () => {
  const fixture = useConsole();

  it('a day of sessions: counts, outcomes and failures are shown, for all merchants and for one', async () => {
    const { service } = fixture();
    const { store } = service.service;
    const merchants = [
      await MerchantCalls.of(service, { name: 'Bean & Ridge' }),
      await MerchantCalls.of(service, { name: 'Corner Books' }),
    ];
    const ended = { all: 0, failed: 0 };
    for (let hour = 0; hour < 23; hour++) {
      service.clock.move(HOUR_MS);
      for (let i = 0; i < sessionsIn(hour); i++) {
        const status = ENDS[(i + hour) % ENDS.length]!;
        const id = await (await merchants[i % 2]!.renew()).newSession();
        service.clock.move(9000 + 1000 * ((i * 7 + hour) % 5));
        const failureCode = hour % 3 === 0 ? 'merchant_bio_timeout' : 'quality_too_low';
        await driveTo(status, id, { store, now: service.clock.now(), failureCode });
        ended.all++;
        if (status === 'failed') ended.failed++;
      }
    }
    const page = await fixture().signedIn('admin');
    await page.getByRole('link', { name: 'Day', exact: true }).click();
    const tile = (name: string) => page.locator('.tiles > div', { hasText: name }).locator('b');
    await expect.poll(() => tile('Sessions').innerText()).toBe(String(ended.all));
    // The tile shows the whole day.
    await page
      .getByRole('listitem')
      .getByText(/^\d+ ms p95$/)
      .waitFor();
    await picture(page, 'console/overview, a day');
    await page.getByLabel('Merchant').selectOption({ label: 'Corner Books' });
    await expect.poll(async () => Number(await tile('Sessions').innerText())).toBeLessThan(ended.all);
    await page.getByLabel('Merchant').selectOption({ label: 'All merchants' });
    await page.getByRole('link', { name: /quality_too_low/ }).click();
    await page.getByText(/^\d+ sessions$/).waitFor();
    const [shown] = (await page.getByText(/^\d+ sessions$/).innerText()).split(' ');
    expect(Number(shown)).toBeGreaterThan(0);
    expect(Number(shown)).toBeLessThan(ended.failed);
    await picture(page, 'console/sessions, failed');
    await page.getByRole('region', { name: 'Sessions' }).getByRole('link', { name: /^…/ }).first().click();
    await page.locator('.timeline').waitFor();
    await picture(page, 'console/session, failed');
  });
});
