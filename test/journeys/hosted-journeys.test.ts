import { hosted, shared } from '../../packages/ui/test/words.ts';
import { expect, it } from 'vitest';
import { journeys, MOVING, picture } from './browser.ts';
import {
  accessibilityFindings,
  heading,
  RECORD_SHIFTS,
  shiftsOf,
  shownNumber,
  shows,
  statusOf,
  useHostedFixture,
} from './hosted.ts';
import { readCode } from './read-code.ts';

journeys('journeys through the hosted page', {}, () => {
  const fixture = useHostedFixture();

  it('a phone reads the code, its user types the number of the page, and the page follows to the end without a layout shift', async () => {
    const context = await fixture().browser.context(MOVING);
    await context.addInitScript(RECORD_SHIFTS);
    const { page, sessionId } = await fixture().open({ context });
    const link = await readCode(page);
    expect(link).toMatch(/^https:\/\/authly\.test\/app\/#link=ses_[^.]+\.qr\./);
    const { confirm } = await fixture().claim(link);
    const number = await shownNumber(page);
    // The heading takes the focus after it is painted.
    expect(await page.locator('h1:focus').innerText()).toBe(`Type ${number} on your phone`);
    await confirm(page);
    await shows(page, 'app-launched');
    await fixture().happen(sessionId, 'callback', 'process');
    await shows(page, 'processing');
    await fixture().happen(sessionId, { succeed: null });
    await shows(page, 'succeeded');
    expect(await shiftsOf(page)).toEqual([]);
  });

  it('a verification: an app joins by the link of a phone’s button, without a join check, and the page never says whether it matched', async () => {
    const { page, sessionId } = await fixture().open({
      mode: 'verify',
      hasTouch: true,
      isMobile: true,
      viewport: { width: 390, height: 844 },
    });
    const button = page.getByRole('link', { name: shared.en.consent_yes });
    await page.locator('a.main[href*=".button."]').waitFor();
    await fixture().claim((await button.getAttribute('href'))!, page);
    await shows(page, 'app-launched');
    expect(await page.locator('.match-code').count()).toBe(0);
    await fixture().happen(sessionId, 'callback', 'process', { succeed: true });
    await shows(page, 'succeeded');
    expect(await heading(page)).toBe(shared.en.succeeded_verify_title);
    expect(await page.locator('main').innerText()).not.toMatch(/match/i);
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

  it('cancel asks first: Escape and "Keep going" keep it, "Yes, stop" ends it', async () => {
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
    await page.getByRole('button', { name: 'Yes, stop' }).click();
    await shows(page, 'canceled');
    expect(await statusOf(fixture(), sessionId)).toBe('canceled');
  });

  it('another device joined: cancel', async () => {
    const { page, sessionId } = await fixture().open();
    await fixture().claim(await fixture().appLink(page));
    await page.getByRole('button', { name: hosted.en.join_no }).click();
    await page.getByRole('button', { name: 'Yes, stop' }).click();
    await shows(page, 'canceled');
    expect(await statusOf(fixture(), sessionId)).toBe('canceled');
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
    const { confirm } = await fixture().claim(await fixture().appLink(second));
    const number = await shownNumber(second);
    await page.reload();
    expect(await shownNumber(page)).toBe(number);
    await confirm(page);
    await Promise.all([shows(page, 'app-launched'), shows(second, 'app-launched')]);
    await fixture().happen(sessionId, 'callback', 'process', { succeed: null });
    await Promise.all([shows(page, 'succeeded'), shows(second, 'succeeded')]);
    await page.reload();
    await shows(page, 'succeeded');
    // The service no longer returns them: the page remembered them.
    expect(await page.locator('.merchant').innerText()).toContain('Bean & Ridge');
    expect(await page.locator('html').getAttribute('lang')).toBe('de');
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

  it('is the production build: no development runtime, no path of the machine', async () => {
    const html = (await fixture().service.request('/hosted/')).text;
    const scripts = [...html.matchAll(/(?:src|href)="([^"]+\.js)"/g)];
    expect(scripts).toHaveLength(1);
    const script = (await fixture().service.request(scripts[0]![1]!)).text;
    expect(['lineNumber', process.cwd()].filter((text) => script.includes(text))).toEqual([]);
  });

  it('is served with a strict CSP, no referrer, no frames, no cache, and keeps its opener', async () => {
    const { headers } = await fixture().service.request('/hosted/');
    expect(headers).toMatchObject({
      'referrer-policy': 'no-referrer',
      'cache-control': 'no-store',
      'cross-origin-opener-policy': 'unsafe-none',
      'x-content-type-options': 'nosniff',
    });
    const policy = headers['content-security-policy'] as string;
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).not.toContain('unsafe');
  });

  it('a link preview, which runs no script, opens nothing', async () => {
    const { sessionId, popupUrl } = await fixture().create();
    const page = await fixture().browser.tab({ javaScriptEnabled: false });
    await page.goto(popupUrl);
    await shows(page, 'loading');
    expect((await fixture().merchant.result(sessionId)).json.status).toBe('created');
  });
});
