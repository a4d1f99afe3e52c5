import { join } from 'node:path';
import type { Locator, Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { BACKUP_AT } from '../../apps/service/src/storage/port/store.ts';
import { anyCapture } from '../../apps/service/test/app-side.ts';
import { MerchantCalls } from '../../apps/service/test/merchant-calls.ts';
import { PageSide } from '../../apps/service/test/page-side.ts';
import { answering, SdkMerchant } from '../../apps/service/test/sdk-merchant.ts';
import { ServiceProcess } from '../../apps/service/test/service-process.ts';
import { findFaketime, wrongClock } from '../faketime.ts';
import { journeys, picture } from './browser.ts';
import { useConsole } from './console.ts';
import { accessibilityFindings } from './hosted.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
const MAX_STEPS = 3;
/** More than 2.5 s are slow. */
const SLOW_MS = 2600;

/** Does one step after another, from the overview, until the cause is shown. Returns the number of steps. */
async function stepsTo(cause: Locator, steps: readonly (() => Promise<unknown>)[]): Promise<number> {
  for (const step of steps) await step();
  await cause.waitFor();
  return steps.length;
}

journeys('three in the morning, in the console', { timeout: 120_000 }, () => {
  const fixture = useConsole({ onPostgres: true });
  const open = (page: Page, name: string) => async () => {
    await page.getByRole('link', { name, exact: true }).click();
    await page.getByRole('heading', { level: 1, name }).waitFor();
  };

  it('Health says that all is well, and in at most three steps a failed call, a slow merchant, a wrong clock and a late backup are found', async ({
    skip,
  }) => {
    skip(findFaketime() === undefined, 'libfaketime is missing');
    const { service } = fixture();
    const { store } = service.service;
    const merchant = await SdkMerchant.start(service, { name: 'Bean & Ridge' });
    const { calls } = merchant;
    const page = await fixture().signedIn('read');
    await open(page, 'Health')();
    await page.getByText('All is well.').waitFor();
    await page.getByText(/✓ keys/).waitFor();
    expect(await accessibilityFindings(page)).toEqual([]);

    const refused = String((await calls.verify({ payload: { finger: 'thumb' } })).headers['x-request-id']);
    await expect.poll(async () => (service.clock.move(1000), store.failedRequests.find(refused))).toBeDefined();
    const notFound = answering(404, { error: { code: 'bio_enrollment_not_found', message: 'Nobody' } });
    merchant.instead = (...call) => void setTimeout(notFound, SLOW_MS, ...call);
    const called = (await (await PageSide.open(calls, {}, 'verify')).join()).callback(anyCapture());
    const deployment = { folder: service.folder, databaseUrl: service.config.databaseUrl };
    const env = wrongClock(join(service.folder, 'faketime'), '+15m');
    const wrong = await ServiceProcess.start(deployment, { env });
    await called;
    await expect
      .poll(async () => (service.clock.move(1000), store.counts.since(0, DAY_MS)))
      .toContainEqual(expect.objectContaining({ name: 'bio_time' }));
    await store.settings.set(BACKUP_AT, String(service.clock.now() - 3 * DAY_MS));

    const find = page.getByRole('dialog').getByRole('textbox');
    const journeysToACause = {
      'a failed call': [
        page.getByText('The request is malformed or a field is missing: payload.finger.'),
        () => page.keyboard.press('Control+k'),
        async () => (await find.fill(refused), await page.getByRole('link', { name: /Failed call 400/ }).waitFor()),
        () => page.keyboard.press('Enter'),
      ],
      'a slow merchant': [page.getByText(/the Bio API is slow: p95 \d+ ms/), open(page, 'Merchants')],
      'a slow merchant, on its page': [
        page.locator('.findings').getByText(/the Bio API is slow: p95 \d+ ms/),
        open(page, 'Merchants'),
        open(page, 'Bean & Ridge'),
      ],
      'a wrong clock': [page.getByText(/a clock is wrong by more than 5 s.*clock 900\.\d s off/), open(page, 'Health')],
      'a late backup': [page.getByText(/the last was made at .*run "authly backup"/), open(page, 'Health')],
    } satisfies Record<string, [Locator, ...(() => Promise<unknown>)[]]>;
    for (const [name, [cause, ...steps]] of Object.entries(journeysToACause)) {
      await fixture().go(page, '');
      await page.getByRole('heading', { name: 'Overview' }).waitFor();
      expect([name, (await stepsTo(cause, steps)) <= MAX_STEPS]).toEqual([name, true]);
      expect(await accessibilityFindings(page)).toEqual([]);
      await picture(page, `console/night, ${name}`);
    }
    await page.getByText('3 checks need attention.').waitFor();
    expect(await page.locator('.findings li b').allInnerTexts()).toEqual(
      expect.arrayContaining([expect.stringContaining('rocesses'), expect.stringContaining('ackup')]),
    );
    await wrong.end('SIGTERM');
    await merchant.stop();
    await store.settings.set(BACKUP_AT, String(service.clock.now()));
  });

  it('after 20 s without an answer the console says when it was last updated, with its zone, until the next answer', async () => {
    const page = await fixture().signedIn('read', { timezoneId: 'Asia/Seoul', expects: [/net::ERR_FAILED/] });
    await page.clock.install();
    await page.reload();
    const [live, stale] = [page.getByText('Up to date'), page.getByText(/^Last updated [\d-]+ [\d:]+ \(UTC\+9\)/)];
    await live.waitFor();
    await page.route('**/api/**', (route) => route.abort());
    await page.clock.fastForward(15_000);
    expect(await stale.count()).toBe(0);
    await page.clock.fastForward(10_000);
    await stale.waitFor();
    expect(await live.count()).toBe(0);
    expect(await accessibilityFindings(page)).toEqual([]);
    await picture(page, 'console/not up to date');
    await page.unroute('**/api/**');
    await expect.poll(async () => (await page.clock.fastForward(10_000), live.isVisible())).toBe(true);
    expect(await stale.count()).toBe(0);
  });

  it('Ctrl-K finds actions, settings, failure codes and clients, and marks the row that Enter opens', async () => {
    const { service } = fixture();
    const { merchantId, client } = await MerchantCalls.of(service, { name: 'Night Kiosk' });
    const page = await fixture().signedIn('admin');
    const dialog = page.getByRole('dialog');
    for (const [text, shown, hash] of [
      ['rotate', 'Action client rotate', '#/merchants'],
      ['keys sched', 'Action keys schedule', '#/keys'],
      ['retention', 'Setting Retention text', '#/merchants'],
      ['quality_too', 'Failure quality_too_low', '#/sessions?failure_code=quality_too_low'],
      [client.clientId.slice(-8), `Client ${client.clientId}`, `#/merchants/${merchantId}`],
    ] as const) {
      await page.keyboard.press('Control+k');
      await dialog.getByRole('textbox').fill(text);
      const row = dialog.getByRole('link', { name: shown });
      await row.waitFor();
      const marked = dialog.locator('a[aria-current]');
      expect(await marked.count()).toBe(1);
      if (text === 'rotate') {
        expect(await accessibilityFindings(page)).toEqual([]);
        await picture(page, 'console/find an action');
      }
      const wanted = await marked.getAttribute('href');
      expect(wanted).toBe(hash);
      await page.keyboard.press('Enter');
      await expect.poll(() => new URL(page.url()).hash).toBe(hash);
      await dialog.waitFor({ state: 'detached' });
    }
    const viewer = await fixture().signedIn('read');
    await viewer.keyboard.press('Control+k');
    await viewer.getByRole('dialog').getByRole('textbox').fill('client rotate');
    await viewer.getByText('Nothing found.').waitFor();
  });

  it('the page of a merchant begins with its state, and a private CA is dropped only after a question', async () => {
    const { service } = fixture();
    const { merchantId } = await MerchantCalls.of(service, { name: 'Ice Rink' });
    const { merchants } = service.service.store;
    await merchants.update(merchantId, { bioCaPem: service.ca });
    const page = await fixture().signedIn('admin');
    await fixture().go(page, `merchants/${merchantId}`);
    await page.getByRole('link', { name: 'Clients' }).press('Enter');
    expect(await page.evaluate(`document.activeElement.id`)).toBe('clients');
    expect((await page.getByRole('heading', { level: 2 }).allInnerTexts())[0]).toBe('State');
    await page.getByRole('definition').getByText('no limit').first().waitFor();
    expect(await page.getByLabel('Bio API retries').isVisible()).toBe(false);
    await page.getByText('Edit', { exact: true }).press('Enter');
    const question = page.getByRole('dialog', { name: 'Drop the private CA?' });
    for (const [answer, isKept] of [
      ['Cancel', true],
      ['Drop', false],
    ] as const) {
      await page.getByRole('button', { name: 'Use public CAs …' }).press('Enter');
      await question.getByRole('button', { name: answer, exact: true }).press('Enter');
      await question.waitFor({ state: 'hidden' });
      expect((await merchants.find(merchantId))!.bioCaPem !== null).toBe(isKept);
    }
  });
});
