import { PROCESSING_ALLOWANCE_MAX_MS, SESSION_LIFETIME_DEFAULT_S } from '@authly/contract/session-times';
import { hosted, shared } from '../../packages/ui/test/words.ts';
import { expect, it } from 'vitest';
import { journeys, MOVING, picture } from './browser.ts';
import {
  accessibilityFindings,
  heading,
  RECORD_SHIFTS,
  shiftsOf,
  shows,
  statusOf,
  useHostedFixture,
} from './hosted.ts';
import { readCode } from './read-code.ts';

journeys('journeys through the hosted page', {}, () => {
  const fixture = useHostedFixture();

  it('a phone reads the code, the user compares the number, and the page follows to the end without a layout shift', async () => {
    const context = await fixture().browser.context(MOVING);
    await context.addInitScript(RECORD_SHIFTS);
    const { page, sessionId } = await fixture().open({ context });
    const link = await readCode(page);
    expect(link).toMatch(/^https:\/\/authly\.test\/app\/#link=ses_[^.]+\.qr\./);
    const { matchCode } = await fixture().claim(link);
    await shows(page, 'join-check');
    expect((await page.locator('.match-code [aria-hidden]').allInnerTexts()).join('')).toBe(matchCode);
    // The heading takes the focus after it is painted.
    await page.locator('h1:focus').waitFor();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await shows(page, 'app-launched');
    await fixture().happen(sessionId, 'callback', 'process');
    await shows(page, 'processing');
    await fixture().happen(sessionId, { succeed: null });
    await shows(page, 'succeeded');
    expect(await shiftsOf(page)).toEqual([]);
  });

  it('a phone reads the code in dark mode too', async () => {
    const { page } = await fixture().open({ dark: true, viewport: { width: 320, height: 568 } });
    expect(await readCode(page)).toContain('#link=');
  });

  it('the code is a new one every ten seconds', async () => {
    const context = await fixture().browser.context();
    const page = await context.newPage();
    await page.clock.install();
    await page.goto((await fixture().create()).popupUrl);
    const first = await readCode(page);
    fixture().service.clock.move(10_000);
    await page.clock.runFor(10_000);
    await expect.poll(() => readCode(page)).not.toBe(first);
  });

  it('a phone opens the app by its button, without a join check', async () => {
    const { page, sessionId } = await fixture().open({
      hasTouch: true,
      isMobile: true,
      viewport: { width: 390, height: 844 },
    });
    const button = page.getByRole('link', { name: 'Open the app' });
    await page.locator('a.main[href*=".button."]').waitFor();
    await fixture().claim((await button.getAttribute('href'))!, page);
    await shows(page, 'app-launched');
    expect(await page.locator('.match-code').count()).toBe(0);
    await fixture().happen(sessionId, 'callback', 'process', { succeed: null });
    await shows(page, 'succeeded');
    expect(await heading(page)).toBe(shared.en.succeeded_enroll_title);
  });

  it('the browser of the page needs no join check; another browser with the same link does', async () => {
    const { page } = await fixture().open();
    // The first link of the page.
    const link = page.locator('a[href*="#link="]');
    await link.waitFor();
    expect(await link.getAttribute('href')).toMatch(/#link=ses_[^.]+\.button\./);
    await fixture().claim((await link.getAttribute('href'))!, page);
    await shows(page, 'app-launched');
    expect(await heading(page)).toBe('Continue in the app');
    const elsewhere = (await fixture().open()).page;
    const copied = elsewhere.locator('a[href*="#link="]');
    await copied.waitFor();
    const { matchCode } = await fixture().claim((await copied.getAttribute('href'))!);
    expect(await elsewhere.locator('.match-code').innerText()).toContain(matchCode);
  });

  it('"Continue on this device" is hidden until its link is there, and the first click opens the app', async () => {
    const context = await fixture().browser.context();
    const { promise: held, resolve: letGo } = Promise.withResolvers<void>();
    await context.route(/\/hosted\/v1\/(?:events|link)/, async (route) => {
      await held;
      await route.continue();
    });
    const { page } = await fixture().open({ context });
    await readCode(page);
    const link = page.getByText(hosted.en.open_here);
    expect([await link.count(), await link.isVisible()]).toEqual([1, false]);
    letGo();
    await link.click();
    await shows(page, 'consent');
  });

  it('cancel asks first: Escape and "Keep going" keep it, "Yes, cancel" ends it', async () => {
    const { page, sessionId } = await fixture().open();
    await shows(page, 'waiting');
    const cancel = page.getByRole('button', { name: 'Cancel', exact: true });
    await cancel.click();
    await page.locator('dialog').waitFor();
    expect(await page.evaluate(`document.activeElement.innerText`)).toBe('Keep going');
    await page.keyboard.press('Escape');
    await expect.poll(() => page.locator('dialog').count()).toBe(0);
    await cancel.click();
    await page.getByRole('button', { name: 'Keep going' }).click();
    await expect.poll(() => page.locator('dialog').count()).toBe(0);
    expect(await statusOf(fixture(), sessionId)).toBe('opened');
    await cancel.click();
    await page.getByRole('button', { name: 'Yes, cancel' }).click();
    await shows(page, 'canceled');
    expect(await statusOf(fixture(), sessionId)).toBe('canceled');
  });

  it('another device joined: cancel', async () => {
    const { page, sessionId } = await fixture().open();
    await fixture().claim(await fixture().appLink(page));
    await page.getByRole('button', { name: hosted.en.join_no }).click();
    await page.getByRole('button', { name: 'Yes, cancel' }).click();
    await shows(page, 'canceled');
    expect(await statusOf(fixture(), sessionId)).toBe('canceled');
  });

  it('a late cancel shows the outcome', async () => {
    const { page, sessionId } = await fixture().open({ expects: [/409/] });
    await fixture().claim(await fixture().appLink(page));
    await page.getByRole('button', { name: 'Yes, it’s the same' }).click();
    await shows(page, 'app-launched');
    await page.getByRole('button', { name: 'Cancel', exact: true }).click();
    await page.route('**/hosted/v1/cancel', async (route) => {
      await fixture().happen(sessionId, 'callback', 'process');
      await route.continue();
    });
    await page.getByRole('button', { name: 'Yes, cancel' }).click();
    await shows(page, 'processing');
    expect(await page.locator('dialog').count()).toBe(0);
  });

  it('the token leaves the address bar; a reload and a second tab show the same session', async () => {
    const context = await fixture().browser.context({ expects: [/409/] });
    const { page, sessionId, popupUrl } = await fixture().open({ context, creation: { locale: 'de' } });
    await shows(page, 'waiting');
    expect(page.url()).toBe('https://authly.test/hosted/');
    await page.reload();
    await shows(page, 'waiting');
    const second = await context.newPage();
    await second.goto(popupUrl);
    await fixture().claim(await fixture().appLink(second));
    await Promise.all([shows(page, 'join-check'), shows(second, 'join-check')]);
    await second.getByRole('button', { name: 'Ja, dieselbe Zahl' }).click();
    await Promise.all([shows(page, 'app-launched'), shows(second, 'app-launched')]);
    await fixture().happen(sessionId, 'callback', 'process', { succeed: null });
    await Promise.all([shows(page, 'succeeded'), shows(second, 'succeeded')]);
    await page.reload();
    await shows(page, 'succeeded');
    // The service no longer returns them: the page remembered them.
    expect(await page.locator('.merchant').innerText()).toContain('Bean & Ridge');
    expect(await page.locator('html').getAttribute('lang')).toBe('de');
  });

  it('another popup_url in the same tab shows the other session', async () => {
    const { page } = await fixture().open();
    await shows(page, 'waiting');
    const other = await fixture().create({ mode: 'verify' });
    await page.evaluate(`location.href = ${JSON.stringify(other.popupUrl)}`);
    await page.getByRole('heading', { name: 'Confirm it’s you' }).waitFor();
    expect(page.url()).toBe('https://authly.test/hosted/');
  });

  it('a page opened after the end shows the outcome', async () => {
    const { sessionId, popupUrl } = await fixture().create();
    fixture().service.clock.move(600_000);
    expect(await statusOf(fixture(), sessionId)).toBe('expired');
    const page = await fixture().browser.tab({ expects: [/409/] });
    await page.goto(popupUrl);
    await shows(page, 'expired');
    expect(await heading(page)).toBe(shared.en.expired_title);
  });

  it('a visit without a token, or too long after the end, says that the link no longer works', async () => {
    const page = await fixture().browser.tab({ expects: [/401/] });
    await page.goto('https://authly.test/hosted/');
    await shows(page, 'invalid-link');
    expect(await page.title()).toBe(`${shared.en.invalid_link_title} · Authly`);
    const { popupUrl } = await fixture().create();
    fixture().service.clock.move(1_200_000);
    await page.goto(popupUrl);
    await shows(page, 'invalid-link');
    expect(await page.locator('.merchant').innerText()).toBe('');
  });

  it('time left follows the service’s clock, and the last minute is announced', async () => {
    const { page } = await fixture().open();
    await shows(page, 'waiting');
    await expect.poll(() => page.getByRole('timer').innerText()).toMatch(/^(?:10:00|09:5\d)$/);
    fixture().service.clock.move(555_000);
    await page.reload();
    await expect.poll(() => page.getByRole('timer').innerText()).toMatch(/^00:[1-4]\d$/);
    await page.getByText('Less than a minute left.').waitFor({ state: 'attached' });
    await picture(page, 'hosted/1 waiting, last minute');
  });

  it('a lost connection is shown and recovers without missing a change', async () => {
    const context = await fixture().browser.context({ expects: [/ERR_INTERNET_DISCONNECTED/, /ERR_NETWORK/] });
    const { page, sessionId } = await fixture().open({ context });
    await fixture().appLink(page);
    await context.setOffline(true);
    await page.getByText(shared.en.reconnecting).waitFor();
    await picture(page, 'hosted/1 waiting, no connection');
    expect(await accessibilityFindings(page)).toEqual([]);
    await fixture().merchant.cancel(sessionId);
    await context.setOffline(false);
    await shows(page, 'canceled');
  });

  it('polls if streams do not work', async () => {
    const context = await fixture().browser.context({ expects: [/502/] });
    await context.route('**/hosted/v1/events', (route) => route.fulfill({ status: 502, body: '' }));
    const { page, sessionId } = await fixture().open({ context });
    await shows(page, 'waiting');
    await fixture().merchant.cancel(sessionId);
    await shows(page, 'canceled');
    expect(await heading(page)).toBe('Canceled');
  });

  it('stops retrying after the last timeout and says so', async () => {
    const context = await fixture().browser.context({ expects: [/ERR_/] });
    const page = await context.newPage();
    await page.clock.install();
    await page.goto((await fixture().create()).popupUrl);
    await fixture().appLink(page);
    await context.setOffline(true);
    await page.clock.runFor((SESSION_LIFETIME_DEFAULT_S + 60) * 1000 + PROCESSING_ALLOWANCE_MAX_MS);
    await shows(page, 'lost');
    await picture(page, 'hosted/8 lost');
    expect(await accessibilityFindings(page)).toEqual([]);
  });
});
