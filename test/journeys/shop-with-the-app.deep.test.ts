import { hosted } from '../../packages/ui/test/words.ts';
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { journeys, picture } from './browser.ts';
import { agree, captureThree, press, send, typeNumber } from './app.ts';
import { accessibilityFindings, shownNumber, shows } from './hosted.ts';
import { enroll, pay, PHONE, scan, signIn, told, useShopFixture } from './shop.ts';

/** Runs in the page from its start and records every text under the heading of the hosted page. */
const RECORD_LEADS = `globalThis.leads = new Set();
new MutationObserver(() => document.querySelectorAll('.waiting > .lead').forEach((lead) => leads.add(lead.innerText)))
  .observe(document, { childList: true, subtree: true, characterData: true });`;

journeys('the shop on a desk and the app page on a phone', {}, () => {
  const fixture = useShopFixture();

  /** A phone scans the code of the popup, and the user types the number there. */
  async function joined(popup: Page, phone: Page): Promise<void> {
    await phone.goto(await scan(popup));
    const number = await shownNumber(popup);
    await shows(phone, 'number');
    await typeNumber(phone, number);
  }

  it('the finger pays, and another person’s does not', { timeout: 180_000 }, async () => {
    const page = await fixture().visit('A');
    await picture(page, 'shop/1 signed in');
    const passed = (): Promise<number> => page.locator('#states [data-passed]').count();
    const phone = await fixture().browser.tab(PHONE);

    await joined(await enroll(page), phone);
    await picture(page, 'shop/2 waiting');
    await agree(phone, 'Right middle finger');
    await captureThree(phone);
    await shows(phone, 'ended');
    expect(await told(page)).toBe('Your finger is enrolled');
    await page.getByText('Enrolled finger: Right middle finger').waitFor();
    await expect.poll(passed).toBe(6);
    await picture(page, 'shop/3 enrolled');
    await picture(phone, 'shop/11 phone, enrolled');

    for (const [person, outcome, next, mark] of [
      ['Person A', 'Paid. Thank you!', 'New order', '#states [data-final="good"]'],
      ['Person B', 'Not paid', 'Pay by card', '#states [data-final="bad"]'],
    ] as const) {
      await joined(await pay(page), phone);
      await agree(phone);
      await phone.getByRole('radio', { name: person }).check();
      await press(phone);
      await send(phone);
      expect(await told(page)).toBe(outcome);
      await page.locator(mark, { hasText: `succeeded, matched: ${person === 'Person A'}` }).waitFor();
      await expect.poll(passed).toBe(6);
      await picture(page, `shop/4 ${outcome.replaceAll(/\W+/g, ' ').trim()}`);
      expect(await page.locator('#pay').isVisible()).toBe(person === 'Person B');
      await page.getByRole('button', { name: next }).click();
    }

    // The second order was not paid by finger. The card paid the third.
    await page.getByText('Card (demo)', { exact: true }).waitFor();
    await expect.poll(() => page.locator('#orders strong').allInnerTexts()).toEqual(['Paid', 'Not paid', 'Paid']);
    await signIn(page, 'B');
    await page.getByText('No finger enrolled yet.').waitFor();
    expect(await page.locator('#pay').isDisabled()).toBe(true);
    await expect.poll(() => page.locator('#states [data-passed], #orders li').count()).toBe(0);
    await signIn(page, 'A');
    await expect.poll(passed).toBe(6);
  });

  // It leaves user B a session, so it runs last.
  it('a code for localhost is collapsed below the working link and the command for a phone, from the first paint on', async () => {
    const page = await fixture().visit('B', { permissions: ['clipboard-read', 'clipboard-write'] });
    await page.context().addInitScript(RECORD_LEADS);
    const popup = await enroll(page);
    await popup.getByText(hosted.en.local_lead).waitFor();
    await popup.getByRole('link', { name: hosted.en.open_here }).waitFor();
    expect(await popup.evaluate(`[...globalThis.leads]`)).toEqual([hosted.en.local_lead]);
    expect(await popup.locator('.qr').isVisible()).toBe(false);
    await picture(popup, 'hosted/1 waiting, only here, popup');
    expect(await accessibilityFindings(popup)).toEqual([]);
    const size = popup.viewportSize()!;
    await popup.setViewportSize({ width: 1440, height: 900 });
    const top = (): Promise<number> => popup.evaluate(`document.querySelector('h1').getBoundingClientRect().top`);
    const before = await top();
    await popup.getByText(hosted.en.use_phone).click();
    await popup.locator('.qr[data-ready="true"]').waitFor();
    // What is above stays where it is.
    expect(await top()).toBe(before);
    await popup.setViewportSize({ width: 220, height: 400 });
    expect(await popup.evaluate(`document.documentElement.scrollWidth`)).toBe(220);
    await popup.setViewportSize(size);
    await popup.getByRole('button', { name: hosted.en.copy }).click();
    await popup.getByText(hosted.en.copied).waitFor({ state: 'attached' });
    expect(await popup.evaluate('navigator.clipboard.readText()')).toBe('npm start -- --phone');
    expect(await accessibilityFindings(popup)).toEqual([]);
    await picture(popup, 'hosted/1 waiting, only here, a phone instead, popup');
  });
});
