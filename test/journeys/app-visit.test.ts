// oxlint-disable vitest/expect-expect -- each journey waits for what it expects
import { app, hosted, shared } from '../../packages/ui/test/words.ts';
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { freePort } from '../free-port.ts';
import { clickAndClose, journeys, opens, picture } from './browser.ts';
import { agree, MERCHANT_ID, PHONE, press, send, useAppFixture } from './app.ts';
import { accessibilityFindings, heading, shows, story } from './hosted.ts';

const REFUSED = /status of (?:404|409)/;

journeys('joining, leaving and coming back to the app page', { timeout: 60_000 }, () => {
  const fixture = useAppFixture();

  it('a decline without a connection counts after a reload', async () => {
    const { page, sessionId, userRef } = await fixture().open({ expects: [/ERR_FAILED/] });
    await page.route('**/failure', (route) => route.abort());
    await page.getByRole('button', { name: 'Decline' }).click();
    await page.getByText(shared.en.reconnecting).waitFor();
    await page.unroute('**/failure');
    await page.reload();
    await shows(page, 'ended');
    expect(await fixture().result(sessionId, userRef)).toMatchObject({ failure_code: 'user_declined' });
  });

  it('where WebAssembly is switched off, device_not_supported is reported, and the page says why', async () => {
    const { page, sessionId, userRef } = await fixture().open();
    await page.addInitScript('delete globalThis.WebAssembly');
    await page.reload();
    await shows(page, 'unsupported');
    expect(await page.locator('.lead').innerText()).toBe(app.en.switched_off_text);
    await expect
      .poll(() => fixture().result(sessionId, userRef))
      .toMatchObject({ failure_code: 'device_not_supported' });
  });

  it('everything works by keyboard', async () => {
    const { page, sessionId, userRef } = await fixture().open({ hasTouch: false, isMobile: false });
    await shows(page, 'consent');
    // A heading takes the focus after it is painted, unless it is the page's first.
    await page.waitForFunction("document.title.includes(document.querySelector('h1').innerText)");
    await page.keyboard.press('Tab');
    await page.locator('.main:focus[aria-disabled="false"]').waitFor();
    await page.keyboard.press('Enter');
    await shows(page, 'finger');
    await page.locator('h1:focus').waitFor();
    await page.keyboard.press('Tab');
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await shows(page, 'capture');
    await page.locator('h1:focus').waitFor();
    expect(await page.locator('.lead').innerText()).toBe('Left index finger');
    const stop = page.getByRole('button', { name: 'I can’t do this' });
    while (!(await stop.evaluate((button) => button.matches(':focus')))) await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await page.getByRole('dialog').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await stop.press('Enter');
    await page.getByRole('button', { name: 'Yes, stop' }).press('Enter');
    await shows(page, 'ended');
    expect(await fixture().result(sessionId, userRef)).toMatchObject({ failure_code: 'capture_failed' });
  });

  it('a claim without an answer is repeated with the same link and nonce', async () => {
    const link = await fixture().link();
    const { appUrl, cookie } = link;
    const page = await fixture().tab(link, { expects: [/ERR_FAILED/] });
    const nonces: string[] = [];
    await page.route('**/app/v1/claims', async (route) => {
      const claim = route.request().postDataJSON() as { app_nonce: string };
      nonces.push(claim.app_nonce);
      if (nonces.length > 1) return route.continue();
      // The claim arrives, but its answer is lost.
      await fixture().service.post('/app/v1/claims', undefined, claim, { cookie });
      return route.abort();
    });
    await page.goto(appUrl);
    await shows(page, 'consent');
    expect(nonces).toHaveLength(2);
    expect(nonces[0]).toBe(nonces[1]);
  });

  it('an expired link and a claimed one have their messages', async () => {
    const page = await fixture().browser.tab({ ...PHONE, expects: [REFUSED] });
    const old = await fixture().link();
    fixture().service.clock.move(31_000);
    await page.goto(old.appUrl);
    await shows(page, 'invalid-link');
    const link = await fixture().link();
    const { appUrl } = link;
    const faster = await fixture().tab(link);
    await faster.goto(appUrl);
    await shows(faster, 'consent');
    // In the same tab, by its address bar, without a reload.
    await page.goto(appUrl);
    await shows(page, 'taken');
    expect(page.url()).toBe('https://authly.test/app/');
  });

  it('finger_mismatch for another finger than the requested one', async () => {
    const { page, sessionId, userRef } = await fixture().open({ mode: 'verify' });
    await agree(page);
    await page.getByText(app.en.synthetic_more).click();
    await page.getByRole('radio', { name: 'Left index finger' }).check();
    await press(page);
    await send(page);
    await shows(page, 'ended');
    expect(await heading(page)).toBe('That didn’t work');
    expect(await fixture().result(sessionId, userRef)).toMatchObject({ failure_code: 'finger_mismatch' });
  });

  it('on one device there is no join check, both show the same failure of the merchant, and the app leads back', async () => {
    const { merchants } = fixture().service.service.store;
    const { bioBaseUrl } = (await merchants.find(MERCHANT_ID))!;
    await merchants.update(MERCHANT_ID, { bioBaseUrl: `https://localhost:${await freePort()}` });
    fixture().service.clock.move(1000);
    await fixture().merchant.renew();
    const { json } = await fixture().merchant.verify({ payload: { finger: 'RI' } });
    const desk = await fixture().browser.tab();
    await desk.goto(json.popup_url as string);
    // In a new tab, as the user may request. In the same window the app would return automatically.
    const tab = await opens(desk.context(), () =>
      desk.locator('a[href*="#link="]').click({ modifiers: ['ControlOrMeta'] }),
    );
    await agree(tab);
    await press(tab);
    await send(tab);
    await shows(tab, 'ended');
    await merchants.update(MERCHANT_ID, { bioBaseUrl });
    fixture().service.clock.move(1000);
    await shows(desk, 'failed');
    expect((await story(tab))[1]).toBe(shared.en.failure_wait.replace('{merchant}', 'Bean & Ridge'));
    expect(await story(desk)).toEqual(await story(tab));
    await picture(tab, 'app/31 ended, with a way back, phone');
    await clickAndClose(tab.getByRole('button', { name: 'Back to Bean & Ridge' }));
  });

  /** The app in the window of the hosted page. */
  async function continuedHere(page: Page, isAsked = false): Promise<string> {
    await fixture().merchant.renew();
    const { json } = await fixture().merchant.enroll();
    await page.goto(json.popup_url as string);
    if (isAsked) await page.getByRole('button', { name: shared.en.stop_yes }).click();
    await page.getByRole('link', { name: hosted.en.open_here }).click();
    return json.popup_url as string;
  }

  it('after the back button the same session continues in the app, and another one begins', async () => {
    const page = await fixture().browser.tab({ expects: [REFUSED] });
    const popupUrl = await continuedHere(page);
    await agree(page, 'Left index finger');
    await shows(page, 'capture');
    await page.goBack();
    await page.goto(popupUrl);
    await shows(page, 'app-launched');
    expect(await heading(page)).toBe(hosted.en.app_title);
    expect(await accessibilityFindings(page)).toEqual([]);
    await page.getByRole('button', { name: shared.en.next }).click();
    await shows(page, 'capture');
    expect(await page.locator('.lead').innerText()).toBe('Left index finger');
    await page.goBack();
    await continuedHere(page, true);
    await shows(page, 'consent');
    await page.getByRole('button', { name: 'Decline' }).click();
    await shows(page, 'failed');
  });

  it.each<[screen: string, then: string, (page: Page) => Promise<unknown>]>([
    [
      'other-type',
      'failed',
      (page) =>
        page.route('**/app/v1/claims', async (route) => {
          const { cookie = '' } = await route.request().allHeaders();
          const body = route.request().postDataJSON() as object;
          const { json } = await fixture().service.post('/app/v1/claims', undefined, body, { cookie });
          await route.fulfill({ json: { ...(json as object), type: 'palm' } });
        }),
    ],
    [
      'taken',
      'waiting',
      (page) =>
        page.route('**/app/v1/claims', (route) => {
          const error = { code: 'session_already_claimed', message: 'x', request_id: 'r' };
          return route.fulfill({ status: 409, json: { error } });
        }),
    ],
    [
      'unsupported',
      'failed',
      (page) => page.addInitScript(`if (location.pathname === '/app/') delete globalThis.WebAssembly`),
    ],
  ])('%s leads back to the hosted page of the tab', async (screen, then, prepare) => {
    const page = await fixture().browser.tab({ expects: [REFUSED] });
    await prepare(page);
    await continuedHere(page);
    await shows(page, screen);
    expect(await accessibilityFindings(page)).toEqual([]);
    await page.getByRole('button', { name: shared.en.next }).click();
    await shows(page, then);
  });

  it('the same link again continues at the same step; an app opened again after the end is ready for another code', async () => {
    const link = await fixture().link();
    const page = await fixture().tab(link, { expects: [REFUSED] });
    await page.goto(link.appUrl);
    await agree(page, 'Left index finger');
    await page.goto(link.appUrl);
    await page.goto('about:blank');
    await page.goto(link.appUrl);
    await shows(page, 'capture');
    await fixture().service.post('/hosted/v1/cancel', link.hostedToken, {});
    await shows(page, 'ended');
    await page.goto('https://authly.test/app/');
    await shows(page, 'ended');
    await page.getByRole('button', { name: app.en.scan_another }).click();
    await shows(page, 'idle');
  });
});
