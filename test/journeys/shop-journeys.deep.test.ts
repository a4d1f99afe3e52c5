import { shared } from '../../packages/ui/test/words.ts';
import type { Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { captureOf } from '../../packages/fingerprint/test/finger-captures.ts';
import { journeys, opens, picture } from './browser.ts';
import {
  accessibilityFindings,
  fits,
  fitsAtTwice,
  heading,
  jumpsOf,
  RECORD_SHIFTS,
  shownNumber,
  shows,
} from './hosted.ts';
import { choose, enroll, pay, PHONE, scan, told, useShopFixture } from './shop.ts';

const SMALL_PHONE = { width: 360, height: 640 };

journeys('journeys through the shop', {}, () => {
  const fixture = useShopFixture();
  // Before anything waits: extraction blocks this process, and with it the service.
  beforeAll(() => void captureOf(73, 0));

  /** Enrolled by the sandbox's own app. */
  async function enrolled(user: 'A' | 'B', options = {}): Promise<Page> {
    const page = await fixture().visit(user, options);
    if (await page.locator('#pay').isEnabled()) return page;
    await choose(page, 'enroll', 'enrolled');
    await enroll(page);
    expect(await told(page)).toBe('Your finger is enrolled');
    await choose(page, 'enroll', '');
    return page;
  }

  it('the panel shows calls and states of the session, and no credentials', async () => {
    const page = await enrolled('A');
    const texts: string[] = [];
    page.on('response', (response) => {
      if (response.url().includes('/api/trace'))
        void response
          .text()
          .then((text) => texts.push(text))
          .catch(() => {});
    });
    await choose(page, 'pay', 'matched');
    const popup = await pay(page);
    const token = new URL(popup.url()).hash.replace('#token=', '');
    expect(await told(page)).toBe('Paid. Thank you!');
    await expect
      .poll(() => page.locator('.calls .what').allInnerTexts())
      .toEqual(
        expect.arrayContaining([
          'POST /v1/verification-sessions',
          'POST /bio/enrollments/lookup',
          expect.stringMatching(/^GET \/v1\/sessions\/ses_…\w{4}\/result$/),
        ]),
      );
    await expect.poll(() => page.locator('#states [data-passed]').count()).toBe(6);
    await page.evaluate(`for (const call of document.querySelectorAll('.calls details')) call.open = true`);
    const seen = `${await page.locator('aside').innerText()}${texts.join('')}`;
    expect(seen).toContain('#…');
    const { client_secret } = fixture().sandbox.facts;
    const never = [
      client_secret,
      'Bearer ',
      'authorization',
      'eyJ',
      '#token=',
      'features',
      'enc_key',
      ...(token === '' ? [] : [token]),
    ];
    expect(never.filter((secret) => seen.includes(secret))).toEqual([]);
    expect(seen).not.toMatch(/"merchant_user_ref": ?"[^…]/);
    await picture(page, 'shop/5 panel');
    expect(await accessibilityFindings(page)).toEqual([]);
  });

  it('reports a blocked window, which opens with a click; the shop can cancel before and after, even after a reload', async () => {
    const page = await fixture().visit('B', { expects: [/409/] });
    await page.evaluate(`window.realOpen = window.open; window.open = () => null`);
    await page.click('#enroll');
    await page.getByRole('button', { name: 'Cancel', exact: true }).click();
    expect(await told(page)).toBe('Not enrolled');
    await page.click('#enroll');
    await page.getByText('Your browser blocked the window').waitFor();
    await picture(page, 'shop/7 blocked');
    expect(await accessibilityFindings(page)).toEqual([]);
    await page.evaluate(`window.open = window.realOpen`);
    const popup = await opens(page.context(), () => page.getByRole('button', { name: 'Open the window' }).click());
    await shows(popup, 'waiting');
    await page.getByText('Continue in the other window').waitFor();
    await page.reload();
    await page.getByRole('button', { name: 'Cancel', exact: true }).click();
    expect(await told(page)).toBe('Not enrolled');
  });

  it('a running session owns the buttons: a double click pays once and enrolls nothing; afterwards no line is left', async () => {
    const page = await enrolled('B');
    await choose(page, 'pay', 'user_declined');
    const declined = await pay(page);
    expect(await told(page)).toBe('Not paid');
    await declined.close();
    await choose(page, 'pay', '');
    const created: string[] = [];
    page.on('request', (request) => void (/api.(?:pay|enroll)$/.test(request.url()) && created.push(request.url())));
    const popup = await opens(page.context(), () => page.locator('#pay').dblclick());
    await shows(popup, 'waiting');
    await page.getByText('Continue in the other window').waitFor();
    expect(created.map((url) => new URL(url).pathname)).toEqual(['/api/pay']);
    expect(await page.locator('.actions button:enabled').count()).toBe(0);
    await page.getByRole('button', { name: 'Cancel', exact: true }).click();
    expect(await told(page)).toBe('Not paid');
    await page.getByRole('button', { name: 'Pay by card' }).click();
    await page.getByRole('button', { name: 'New order' }).click();
    expect(await page.evaluate(`getComputedStyle(document.querySelector('#outcome')).borderTopWidth`)).toBe('0px');
  });

  it('the shop reports a window closed early, and still gets the app’s outcome', async () => {
    const page = await fixture().visit('B');
    const popup = await enroll(page);
    const app = await fixture().join(await scan(popup));
    await app.confirm(await shownNumber(popup));
    await shows(popup, 'app-launched');
    await popup.close();
    await page.getByText('The window is closed', { exact: true }).waitFor();
    await picture(page, 'shop/7 closed');
    const again = await opens(page.context(), () => page.getByRole('button', { name: 'Open the window' }).click());
    await page.getByText('Continue in the other window').waitFor();
    await again.close();
    await page.getByText('The window is closed', { exact: true }).waitFor();
    expect(await app.capture('LM', captureOf(73, 0))).toBe('succeeded');
    expect(await told(page)).toBe('Your finger is enrolled');
    await page.getByText('Enrolled finger: Left middle finger').waitFor();
  });

  it('"Remove my finger" erases it; a tab that was open before cannot pay either', async () => {
    const page = await enrolled('B', { expects: [/409/] });
    const other = await page.context().newPage();
    await other.goto(page.url());
    const remove = page.getByRole('button', { name: 'Remove my finger' });
    page.once('dialog', (dialog) => void dialog.dismiss());
    await remove.click();
    await page.getByText('Enrolled finger').waitFor();
    page.once('dialog', (dialog) => void dialog.accept());
    await remove.click();
    expect(await told(page)).toBe('Your finger is removed');
    await page.getByText('No finger enrolled yet.').waitFor();
    expect([await page.locator('#pay').isEnabled(), await remove.isEnabled()]).toEqual([false, false]);
    await picture(page, 'shop/11 removed');
    expect(await accessibilityFindings(page)).toEqual([]);
    await other.click('#pay');
    expect(await told(other)).toBe('Not paid');
    expect(await other.locator('#outcome p').innerText()).toContain('Enroll a finger first.');
  });

  it('an unknown address leads to the shop', async () => {
    const page = await fixture().browser.tab();
    await page.goto(`${fixture().sandbox.facts.shop_url}/nope`);
    expect(await heading(page)).toBe('Pay with your finger');
  });

  it('on a phone the window is a tab, everything fits and nothing jumps, in the dark too', async () => {
    const page = await enrolled('B', { ...PHONE, dark: true, init: RECORD_SHIFTS });
    expect(await jumpsOf(page)).toEqual([]);
    await picture(page, 'shop/8 phone, dark');
    await page.setViewportSize(SMALL_PHONE);
    await fits(page, '#pay');
    expect(await accessibilityFindings(page)).toEqual([]);
    await fitsAtTwice(page, SMALL_PHONE);
    await page.setViewportSize(PHONE.viewport);
    const tab = await pay(page);
    await shows(tab, 'waiting');
    await tab.getByRole('link', { name: shared.en.consent_yes }).waitFor();
    await picture(tab, 'shop/9 phone, hosted page');
    await tab.close();
    await page.getByRole('button', { name: 'Cancel', exact: true }).click();
    expect(await told(page)).toBe('Not paid');
  });

  it('from signing in to a paid order by keyboard', async () => {
    const page = await (await fixture().browser.context({ viewport: { width: 1280, height: 800 } })).newPage();
    await page.goto(fixture().sandbox.facts.shop_url);
    await page.locator('[data-user="A"][aria-pressed="true"]').waitFor();
    const press = async (selector: string, key = 'Enter', step = 'Tab'): Promise<void> => {
      for (let tabs = 0; !(await page.locator(`${selector}:focus`).count()); tabs++) {
        expect(tabs, `${selector} is not reached by Tab`).toBeLessThan(30);
        await page.keyboard.press(step);
      }
      await page.keyboard.press(key);
    };
    await press('[data-user="B"]');
    await page.locator('[data-user="B"][aria-pressed="true"]').waitFor();
    await page.locator('#enroll:enabled').waitFor();
    await press('.sandbox summary');
    for (const [what, outcome, end] of [
      ['enroll', 'enrolled', 'Your finger is enrolled'],
      ['pay', 'matched', 'Paid. Thank you!'],
    ] as const) {
      await press('#sandbox-outcome', 'Home');
      await page.keyboard.type(outcome);
      expect(await page.locator('#sandbox-outcome').inputValue()).toBe(`${what} ${outcome}`);
      await opens(page.context(), () => press(`#${what}`, 'Enter', 'Shift+Tab'));
      expect(await told(page)).toBe(end);
    }
  });

  // The last test: the clock only moves forward.
  it('an unused session expires in the window and in the shop', async () => {
    const page = await fixture().visit('B');
    const popup = await enroll(page);
    await shows(popup, 'waiting');
    await fixture().authly('sandbox', 'advance', '10m');
    await shows(popup, 'expired');
    expect(await told(page)).toBe('Not enrolled');
    await picture(page, 'shop/10 expired');
  });
});
