import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { journeys, picture } from './browser.ts';
import { agree, press } from './companion.ts';
import { accessibilityFindings, shows } from './hosted.ts';
import { enroll, matchCode, pay, PHONE, scan, told, useShopPlace } from './shop.ts';

journeys('the shop on a desk and the app page on a phone', {}, () => {
  const place = useShopPlace();

  /** A phone scans the code of the popup; the person compares the numbers and confirms. */
  async function joined(popup: Page, phone: Page): Promise<void> {
    await phone.goto(await scan(popup));
    await shows(popup, 'join-check');
    await phone.locator('.match-code').waitFor();
    expect(await matchCode(phone)).toBe(await matchCode(popup));
    await popup.getByRole('button', { name: 'Yes, it’s the same' }).click();
  }

  it('a code that names localhost is no use to a phone, and the page says what to do', async () => {
    const popup = await enroll(await place().visit('B'));
    await popup.getByText('A phone can’t open this code').waitFor();
    await picture(popup, 'hosted/1 waiting, only here');
    expect(await accessibilityFindings(popup)).toEqual([]);
  });

  it('enroll three touches, pay with the finger, fail with another person’s', { timeout: 180_000 }, async () => {
    const page = await place().visit('A');
    // One press after the other, beginning at the same one each time.
    const app = place().sandbox.facts.base_url;
    const phone = await (
      await place().room.context({
        ...PHONE,
        storageState: {
          cookies: [],
          origins: [{ origin: app, localStorage: [{ name: 'authly.app.next-impression', value: '0' }] }],
        },
      })
    ).newPage();

    await joined(await enroll(page), phone);
    await agree(phone, 'Right middle finger');
    for (const button of ['Use this capture', 'Use this capture', 'Send']) {
      await press(phone);
      await phone.getByRole('button', { name: button }).click();
    }
    expect(await told(page)).toBe('Your finger is enrolled');
    await page.getByText('Enrolled: right middle finger.').waitFor();
    await picture(phone, 'shop/11 phone, enrolled');

    for (const [person, outcome] of [
      ['Person A', 'Paid. Thank you!'],
      ['Person B', 'Not paid'],
    ] as const) {
      await joined(await pay(page), phone);
      await agree(phone);
      await phone.getByRole('radio', { name: person }).check();
      await press(phone);
      await phone.getByRole('button', { name: 'Send' }).click();
      expect(await told(page)).toBe(outcome);
    }
  });
});
