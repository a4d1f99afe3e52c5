import type { Page } from 'playwright-core';
import { beforeAll, expect, it, vi } from 'vitest';
import { driveTo } from '../../apps/service/test/drive-session.ts';
import { MerchantCalls } from '../../apps/service/test/merchant-calls.ts';
import { keyAction } from '../../apps/service/test/key-action.ts';
import { journeys, painted, picture } from './browser.ts';
import { DESK, useConsole } from './console.ts';
import { accessibilityFindings } from './hosted.ts';

/** A name that would run as a script if it were parsed as HTML. */
const NAME = '<img src=x onerror=alert(1)> Nordlicht';

/** Until the page is shown, and a while longer: parts that come late would push others away. */
const SHIFTS = `globalThis.shifted = 0;
  new PerformanceObserver((list) => {
    for (const { value, hadRecentInput } of list.getEntries()) if (!hadRecentInput) globalThis.shifted += value;
  }).observe({ type: 'layout-shift', buffered: true });`;
const MOST_SHIFTED = 0.02;

const FOCUSABLE = 'main :is(a[href], button, input, select, summary, [tabindex="0"]):not(:disabled)';

/** Controls that the Tab key does not reach, or that show no focus. */
async function unreachable(page: Page): Promise<string[]> {
  const count = await page.evaluate<number>(`(() => {
    const shown = [...document.querySelectorAll(${JSON.stringify(FOCUSABLE)})].filter((each) => each.checkVisibility());
    globalThis.unseen = new Set(shown);
    const see = ({ target }) => {
      const { outlineStyle, outlineWidth } = getComputedStyle(target);
      if (outlineStyle !== 'none' && parseFloat(outlineWidth) > 0) globalThis.unseen.delete(target);
    };
    document.getElementById('content').focus();
    document.addEventListener('focusin', see);
    return shown.length;
  })()`);
  const left = (): Promise<string[]> =>
    page.evaluate(`[...globalThis.unseen].map((each) => each.outerHTML.slice(0, 120))`);
  // A time field has a tab stop for each part.
  for (let rounds = 0; rounds < 8 && (await left()).length > 0; rounds++)
    for (let presses = 0; presses < count; presses++) await page.keyboard.press('Tab');
  return left();
}

const READ = 'main :is(table, .findings, .timeline, form.settings, .card dl, select):visible';
const ROUTES = (merchantId: string, session: string, failed: string): readonly string[] => [
  '',
  'sessions',
  `sessions/${session}`,
  'merchants',
  'merchants/new',
  `merchants/${merchantId}`,
  `merchants/${merchantId}/deliveries`,
  `merchants/${merchantId}/calls`,
  `calls/${failed}`,
  'keys',
  'audit',
  'health',
];

journeys('all pages of the console', { timeout: 120_000 }, () => {
  const fixture = useConsole();
  let merchant: MerchantCalls;
  let session: string;
  let failed: string;
  beforeAll(async () => {
    const { service } = fixture();
    merchant = await MerchantCalls.of(service, { name: NAME });
    session = await merchant.newSession();
    failed = String((await merchant.cancel(session, { merchant_user_ref: 'another' })).headers['x-request-id']);
    await vi.waitUntil(async () => (service.clock.move(1000), service.service.store.failedRequests.find(failed)));
    await driveTo('failed', session, { store: service.service.store, now: service.clock.now() });
  });

  it('every page fits a phone and a desk, and axe finds nothing in the light or in the dark', async () => {
    const page = await fixture().signedIn('admin');
    for (const route of ROUTES(merchant.merchantId, session, failed)) {
      await fixture().go(page, route);
      await page.locator(READ).first().waitFor();
      const within = route === '' ? 'html' : 'main';
      expect(await accessibilityFindings(page, { within })).toEqual([]);
      expect(await accessibilityFindings(page, { rules: ['target-size'], within })).toEqual([]);
      const name =
        route.replace(session, 'one').replace(merchant.merchantId, 'one').replace(failed, 'one').replace('/', ' ') ||
        'overview';
      await picture(page, `console/${name}, desk`);
      expect(await unreachable(page)).toEqual([]);
      await page.emulateMedia({ colorScheme: 'dark' });
      // A phone at double text size, a desktop at 400 % zoom, and a phone.
      for (const viewport of [
        { width: 195, height: 422 },
        { width: 320, height: 256 },
        { width: 390, height: 844 },
      ]) {
        await page.setViewportSize(viewport);
        expect(
          await page.evaluate<number>(`document.documentElement.scrollWidth - document.documentElement.clientWidth`),
        ).toBe(0);
        // No value of a list is cut off.
        expect(
          await page.evaluate(`[...document.querySelectorAll('main .wide')].map((each) => each.scrollWidth - each.clientWidth)
            .filter((over) => over > 1)`),
        ).toEqual([]);
      }
      expect(await accessibilityFindings(page, { within })).toEqual([]);
      expect(await accessibilityFindings(page, { rules: ['target-size'], within })).toEqual([]);
      await picture(page, `console/${name}, phone, dark`);
      await page.emulateMedia({ colorScheme: 'light' });
      await page.setViewportSize(DESK);
    }
    expect(await page.locator('img[src="x"]').count()).toBe(0);
  });

  it('no page moves while it is read: every answer is late, on a desk and on a phone', async () => {
    for (const viewport of [DESK, { width: 390, height: 844 }]) {
      const page = await fixture().signedIn('admin', { init: SHIFTS, viewport });
      await page.route('**/api/**', async (route) => {
        await new Promise((resolve) => void setTimeout(resolve, 700));
        await route.continue();
      });
      for (const route of ROUTES(merchant.merchantId, session, failed)) {
        await fixture().go(page, route);
        await page.locator(READ).first().waitFor();
        await painted(page);
        const shifted = await page.evaluate<number>('globalThis.shifted');
        expect([route, viewport.width, shifted < MOST_SHIFTED ? 'still' : shifted]).toEqual([
          route,
          viewport.width,
          'still',
        ]);
        await page.evaluate('void (globalThis.shifted = 0)');
      }
    }
  });

  it('the page of a merchant with failures, deliveries and failed calls is shorter than 2,500 px on a phone', async () => {
    const { service } = fixture();
    const calls = await MerchantCalls.of(service, { name: 'Bean & Ridge' });
    const { merchantId } = calls;
    await keyAction(['merchant set', { merchant_id: merchantId, webhookUrl: 'https://127.0.0.1:1/hook' }], service);
    for (let i = 0; i < 6; i++) {
      const id = await calls.newSession();
      await calls.cancel(id, { merchant_user_ref: 'another' });
      await driveTo('failed', id, { store: service.service.store, now: service.clock.now() });
    }
    const kept = async () => (
      service.clock.move(1000), (await service.service.store.failedRequests.ofMerchant(merchantId, {}, 9)).length
    );
    await expect.poll(kept).toBeGreaterThan(5);
    const page = await fixture().signedIn('admin', { viewport: { width: 390, height: 844 } });
    await fixture().go(page, `merchants/${merchantId}`);
    for (const list of ['Deliveries', 'Failed calls'])
      await expect.poll(() => page.getByRole('region', { name: list }).getByRole('row').count()).toBe(6);
    expect(await page.evaluate<number>('document.documentElement.scrollHeight')).toBeLessThan(2500);
    await picture(page, 'console/merchant, phone');
  });

  it('with the keyboard alone a rotation is announced, and its notice is read twice', async () => {
    const page = await fixture().signedIn('admin');
    await page.getByRole('link', { name: 'Keys' }).press('Enter');
    await page.getByRole('button', { name: 'Announce …' }).press('Enter');
    await page.getByRole('button', { name: 'Announce', exact: true }).press('Enter');
    await page.getByText('Planned rotation of the Authly signing key').waitFor();
    await picture(page, 'console/keys, notice');
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Show notice' }).press('Enter');
    await page.getByText('Planned rotation of the Authly signing key').waitFor();
    const saving = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download' }).press('Enter');
    expect((await saving).suggestedFilename()).toMatch(/^rotation-notice-bio_test_.*\.txt$/);
    await page.keyboard.press('Escape');
    expect(await accessibilityFindings(page)).toEqual([]);
    await page.getByRole('button', { name: /^Mark as acknowledged: / }).press('Enter');
    await page.getByText('acknowledged by 1 of 1 merchants').waitFor();
    expect((await fixture().service.service.store.audit.list(1))[0]).toMatchObject({
      actor: 'console:ada',
      action: 'keys.acknowledge',
    });
    const viewer = await fixture().signedIn('read');
    await fixture().go(viewer, 'keys');
    await viewer.getByRole('button', { name: 'Show notice' }).waitFor();
    expect(await viewer.locator('main button:not(.copy)').allInnerTexts()).toEqual(['Show notice']);
  });
});
