import type { Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { consoleLink } from '../../apps/service/test/console-side.ts';
import { driveTo } from '../../apps/service/test/drive-session.ts';
import { MerchantCalls } from '../../apps/service/test/merchant-calls.ts';
import { BY_MOVE_MS } from '../../apps/service/test/play-to-end.ts';
import { journeys, picture } from './browser.ts';
import { DESK, useConsole } from './console.ts';
import { accessibilityFindings } from './hosted.ts';

/** A name that would run as a script if it were parsed as HTML. */
const NAME = '<img src=x onerror=alert(1)> Nordlicht';
const NOBODY = 'https://127.0.0.1:1/bio';

const FOCUSABLE = 'main :is(a[href], button, input, select, summary, [tabindex="0"]):not(:disabled)';

/** Controls that the Tab key does not reach, or that show no focus. */
async function unreachable(page: Page): Promise<string[]> {
  const left = await page.evaluate<number>(`(() => {
    const shown = [...document.querySelectorAll(${JSON.stringify(FOCUSABLE)})].filter((each) => each.checkVisibility());
    globalThis.unseen = new Set(shown);
    document.getElementById('content').focus();
    return shown.length;
  })()`);
  // A time field has a tab stop for each part.
  for (let presses = 0, open = left; open > 0 && presses < left * 8; presses++) {
    await page.keyboard.press('Tab');
    open = await page.evaluate<number>(`(() => {
      const now = document.activeElement;
      const style = getComputedStyle(now);
      if (style.outlineStyle !== 'none' && parseFloat(style.outlineWidth) > 0) globalThis.unseen.delete(now);
      return globalThis.unseen.size;
    })()`);
  }
  return page.evaluate<string[]>(`[...globalThis.unseen].map((each) => each.outerHTML.slice(0, 120))`);
}

journeys('the console in a browser', { timeout: 120_000 }, () => {
  const fixture = useConsole();
  let merchant: MerchantCalls;
  beforeAll(async () => {
    merchant = await MerchantCalls.of(fixture().service, { name: NAME, bioBaseUrl: NOBODY });
  });

  it('a session is seen happening, and why its call to the merchant failed', async () => {
    const { service } = fixture();
    const { store } = service.service;
    for (const status of ['succeeded', 'failed', 'canceled'] as const)
      await driveTo(status, await merchant.newSession(), { store, now: service.clock.now() });
    const page = await fixture().signedIn('admin');
    // Ids of one millisecond have no order, so the clock moves.
    service.clock.move(1);
    const { json } = await merchant.enroll({ metadata: { sandbox_outcome: 'enrolled' } });
    await fixture().seen(page, json.session_id as string, 1000);
    await page.getByRole('link', { name: json.session_id as string }).click();
    await page.getByText('create', { exact: true }).waitFor();

    const hosted = new URL(json.popup_url as string).hash.slice(1);
    await service.post('/hosted/v1/opened', new URLSearchParams(hosted).get('token') ?? hosted, {});
    await fixture().seen(page, 'Nothing listens at this address.', BY_MOVE_MS);
    await fixture().seen(page, 'The merchant Bio API could not be reached', 1000);
    expect(await page.locator('.timeline .bad').count()).toBe(2);
    expect(await page.content()).not.toContain('user-1');
    await page.getByRole('button', { name: 'Show user reference …' }).press('Enter');
    await page.getByRole('button', { name: 'Show', exact: true }).press('Enter');
    await page.getByText('user-1').waitFor();
    await picture(page, 'console/session, desk');
  });

  it('every page fits a phone and a desk, and axe finds nothing in the light or in the dark', async () => {
    const page = await fixture().signedIn('admin');
    const { service } = fixture();
    const session = (await service.service.store.sessions.list({ limit: 1 }))[0]!.id;
    for (const route of [
      '',
      'sessions',
      `sessions/${session}`,
      'merchants',
      'merchants/new',
      `merchants/${merchant.merchantId}`,
      'keys',
      'audit',
      'health',
    ]) {
      await fixture().go(page, route);
      await page.locator('main :is(table, .findings, .timeline, form.settings):visible').first().waitFor();
      const within = route === '' ? 'html' : 'main';
      expect(await accessibilityFindings(page, { within })).toEqual([]);
      expect(await accessibilityFindings(page, { rules: ['target-size'], within })).toEqual([]);
      const name = route.replace(session, 'one').replace(merchant.merchantId, 'one').replace('/', ' ') || 'overview';
      await picture(page, `console/${name}, desk`);
      expect(await unreachable(page)).toEqual([]);
      await page.emulateMedia({ colorScheme: 'dark' });
      expect(await accessibilityFindings(page, { rules: ['color-contrast'], within })).toEqual([]);
      // The smaller one is a desktop at 400 % zoom.
      for (const viewport of [
        { width: 320, height: 256 },
        { width: 360, height: 740 },
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
    await page.getByText('Acknowledged by 1 of 1 merchants').waitFor();
    expect((await fixture().service.service.store.audit.list(1))[0]).toMatchObject({
      actor: 'console:ada',
      action: 'keys.acknowledge',
    });
  });

  it('a viewer sees no actions, and a visitor sees how to sign in', async () => {
    const page = await fixture().signedIn('read');
    for (const route of ['keys', `merchants/${merchant.merchantId}`, 'audit', 'health']) {
      await fixture().go(page, route);
      await page.locator('main :is(table, .findings, form)').first().waitFor();
      expect(await page.locator('main button:not(.copy)').allInnerTexts()).toEqual(
        route === 'keys' ? ['Show notice'] : route === 'audit' ? ['Filter'] : [],
      );
    }
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    expect(await accessibilityFindings(page)).toEqual([]);
    await picture(page, 'console/sign in');
  });

  it('a sign-in link signs in where it is opened: in the tab that asks for it, and in one that shows another page', async () => {
    const { service, url, browser } = fixture();
    const page = await browser.tab({ viewport: DESK });
    await page.goto(`${url}/`);
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    await page.goto(await consoleLink(service, 'read', url));
    await page.getByText('(read)').waitFor();
    await fixture().go(page, 'nowhere');
    await page.getByRole('heading', { name: 'Page not found' }).waitFor();
    await picture(page, 'console/not found');
    await page.goto(await consoleLink(service, 'admin', url));
    await page.getByText('(admin)').waitFor();
    expect(page.url()).toBe(`${url}/`);
    await fixture().go(page, 'nowhere');
    await page.getByRole('link', { name: 'Go to the overview' }).click();
    await page.getByRole('heading', { name: 'Overview' }).waitFor();
  });
});
