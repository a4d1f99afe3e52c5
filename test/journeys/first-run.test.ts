import { sandbox } from '@authly/ui/words/sandbox.ts';
import { app, hosted } from '../../packages/ui/test/words.ts';
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { journeys, opens, picture, type TabOptions } from './browser.ts';
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
    await this.click(popup, 'button', app.en.consent_yes);
    return popup;
  }
}

journeys('the first five minutes', {}, () => {
  const fixture = useShopFixture();

  const newUser = async (): Promise<NewUser> => {
    const page = await (await fixture().browser.context(DESK)).newPage();
    await page.goto(fixture().sandbox.facts.shop_url);
    return new NewUser(page);
  };
  /** A user without an enrolled finger. */
  const otherUser = async (options: TabOptions = {}): Promise<NewUser> =>
    new NewUser(await fixture().visit('B', options));

  it('from the shop to "Paid" in at most 10 clicks and two windows; no tab is left behind', {
    timeout: 120_000,
  }, async () => {
    const user = await newUser();
    const enrolling = await user.begin('Enroll a finger');
    await user.click(enrolling, 'button', app.en.next);
    await picture(enrolling, 'first run/1 capture');
    await user.click(enrolling, 'button', sandbox.synthetic_all);
    expect(await told(user.shop)).toBe('Your finger is enrolled');
    await shows(enrolling, 'succeeded');
    await enrolling.waitForEvent('close');

    const paying = await user.begin('Pay € 9.50 with your finger');
    await user.click(paying, 'button', sandbox.synthetic_all);
    expect(await told(user.shop)).toBe('Paid. Thank you!');
    await paying.waitForEvent('close');
    expect(user.clicks).toBeLessThanOrEqual(MOST_CLICKS);
    expect(user.mostWindows).toBe(2);
    expect(user.shop.context().pages()).toEqual([user.shop]);

    const facts = await user.shop.locator('.receipt div').allInnerTexts();
    expect(facts.map((line) => line.split(/\s*\n\s*/))).toEqual([
      ['Order', '1'],
      ['Time', expect.stringMatching(/^\d+:\d\d:\d\d/) as string],
      ['Paid with', 'Right index finger'],
      ['Total', '€ 9.50'],
    ]);
    expect(await accessibilityFindings(user.shop)).toEqual([]);
    await picture(user.shop, 'first run/2 receipt');
    await user.click(user.shop, 'button', 'New order');
    expect(await user.shop.locator('#pay').isVisible()).toBe(true);
  });

  it('the side panel shows this session only: long polls, the code, links to the reference', async () => {
    const user = await otherUser();
    const popup = await user.begin('Enroll a finger');
    await popup.getByRole('button', { name: app.en.consent_no }).click();
    await shows(popup, 'failed');
    expect(await told(user.shop)).toBe('Not enrolled');
    const { shop: page } = user;
    await page.locator('#calls').getByText('(long poll)').first().waitFor();
    expect(await page.locator('#calls').getByText('POST /v1/enrollment-sessions').count()).toBe(1);
    await page.getByText('Show code').click();
    await page.getByText('authly.createEnrollment(').waitFor();
    await page.locator('#calls summary', { hasText: 'POST /v1/enrollment-sessions' }).click();
    const reference = page.locator('#calls details[open] a');
    expect(await reference.getAttribute('href')).toBe(
      `${fixture().sandbox.facts.base_url}/docs/reference/api#createEnrollmentSession`,
    );
    expect(await accessibilityFindings(page)).toEqual([]);
    await picture(page, 'first run/3 panel');
    // The same card starts again; the panel then shows the new session only.
    const again = await opens(page.context(), () => user.click(page, 'button', 'Try again'));
    await shows(again, 'waiting');
    await expect.poll(() => page.locator('#calls').getByText('/cancel').count()).toBe(0);
    await expect.poll(() => page.locator('#states [data-passed]').count()).toBe(2);
    await again.getByRole('button', { name: hosted.en.cancel }).click();
    await again.getByRole('button', { name: hosted.en.cancel_yes }).click();
    expect(await told(page)).toBe('Not enrolled');
  });

  it('the app returns to the hosted page, even with an expired link or after a decline', async () => {
    const user = await otherUser({ expects: [/401 .*\/app\/v1\/claims/] });
    const popup = await opens(user.shop.context(), () => user.click(user.shop, 'button', 'Enroll a finger'));
    // The link expires on its way.
    await popup.route('**/app/v1/claims', (route) =>
      route.fulfill({ status: 401, json: { error: { code: 'invalid_token', message: 'x', request_id: 'r' } } }),
    );
    await user.click(popup, 'link', hosted.en.open_here);
    await shows(popup, 'invalid-link');
    await popup.unroute('**/app/v1/claims');
    await user.click(popup, 'button', app.en.retry);
    await shows(popup, 'waiting');
    expect(await popup.evaluate('[window.opener !== null, history.length]')).toEqual([true, 1]);
    await user.click(popup, 'link', hosted.en.open_here);
    await user.click(popup, 'button', app.en.consent_no);
    await shows(popup, 'failed');
    expect(await told(user.shop)).toBe('Not enrolled');
  });
});
