import { app, hosted, shared } from '../../packages/ui/test/words.ts';
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { journeys, opens, picture } from './browser.ts';
import { accessibilityFindings, shows } from './hosted.ts';
import { DESK, told, useShopFixture } from './shop.ts';

const MOST_CLICKS = 10;

/** Counts the clicks and windows of a new user. */
class NewUser {
  clicks = 0;
  mostWindows = 0;
  readonly shop: Page;

  constructor(page: Page) {
    this.shop = page;
    this.#count();
    page.context().on('page', () => this.#count());
  }

  #count(): void {
    this.mostWindows = Math.max(this.mostWindows, this.shop.context().pages().length);
  }

  async click(page: Page, role: 'button' | 'link', name: string): Promise<void> {
    this.clicks++;
    await page.getByRole(role, { name, exact: true }).click();
  }

  async begin(button: string): Promise<Page> {
    const popup = await opens(this.shop.context(), () => this.click(this.shop, 'button', button));
    await this.click(popup, 'link', hosted.en.open_here);
    await this.click(popup, 'button', shared.en.consent_yes);
    return popup;
  }
}

journeys('the first five minutes', {}, () => {
  const fixture = useShopFixture();

  it('from the shop to "Paid" in at most 10 clicks and two windows; no tab is left behind', {
    timeout: 120_000,
  }, async () => {
    const page = await (await fixture().browser.context(DESK)).newPage();
    await page.goto(fixture().sandbox.facts.shop_url);
    const user = new NewUser(page);
    const enrolling = await user.begin('Enroll a finger');
    await user.click(enrolling, 'button', shared.en.next);
    await picture(enrolling, 'first run/1 capture');
    await user.click(enrolling, 'button', app.en.synthetic_all);
    expect(await told(user.shop)).toBe('Your finger is enrolled');
    await shows(enrolling, 'succeeded');
    await enrolling.waitForEvent('close');

    const paying = await user.begin('Pay € 9.50 with your finger');
    await user.click(paying, 'button', app.en.synthetic_all);
    expect(await told(user.shop)).toBe('Paid. Thank you!');
    await paying.waitForEvent('close');
    expect(user.clicks).toBeLessThanOrEqual(MOST_CLICKS);
    expect(user.mostWindows).toBe(2);
    expect(user.shop.context().pages()).toEqual([user.shop]);

    const facts = await user.shop.locator('#outcome dl div').allInnerTexts();
    expect(facts.map((line) => line.split(/\s*\n\s*/))).toEqual([
      ['Order', '1'],
      ['Time', expect.stringMatching(/^\d+:\d\d:\d\d/) as string],
      ['Paid with', 'Right index finger'],
    ]);
    expect(await accessibilityFindings(user.shop)).toEqual([]);
    await picture(user.shop, 'first run/2 receipt');
    await user.click(user.shop, 'button', 'New order');
    expect(await user.shop.locator('#pay').isVisible()).toBe(true);
  });
});
