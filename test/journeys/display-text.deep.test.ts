import { encode } from 'fast-png';
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { logoOf } from '../../apps/service/src/merchants/logo/logo.ts';
import { journeys, picture } from './browser.ts';
import { PHONE, typeNumber, useAppFixture } from './app.ts';
import { accessibilityFindings, codeLink, shownNumber, shows } from './hosted.ts';

const TEXTS = {
  'in two directions': 'שלם 9.50 € עבור Nordlicht\nPay € 9.50',
  'one long word': 'W'.repeat(200),
  'four lines': 'Order 4711\nTwo coffees\nTable 12\nPay € 9.50',
  markup: '<img src=x onerror=alert(1)><script>alert(2)</script> &amp; <b>bold</b>',
};

const LOGO = logoOf(encode({ width: 1, height: 1, data: Uint8Array.of(0, 170, 120), channels: 3, depth: 8 }));

journeys('what the person is to approve, in the words of the merchant', { timeout: 90_000 }, () => {
  const fixture = useAppFixture();

  /** The text is whole or scrolls in its frame, is marked as the merchant's, and axe finds nothing. */
  async function looksRight(page: Page, text: string, name: string): Promise<void> {
    const words = page.locator('.display-text blockquote');
    await words.waitFor();
    expect(await words.textContent()).toBe(text);
    expect(await words.locator('*').count()).toBe(0);
    expect(await page.evaluate<boolean>(`document.documentElement.scrollWidth <= innerWidth`)).toBe(true);
    expect(await accessibilityFindings(page, { within: 'main' })).toEqual([]);
    await picture(page, name);
  }

  it.each(Object.entries(TEXTS))(
    '%s: on the hosted page, and in the app before anything is captured',
    async (name, text) => {
      await fixture().service.service.store.merchants.update(fixture().merchant.merchantId, { logo: LOGO });
      await fixture().merchant.renew();
      const { json } = await fixture().merchant.verify({ display_text: text });
      const desk = await fixture().browser.tab({
        viewport: { width: 420, height: 640 },
        dark: name === 'in two directions',
      });
      await desk.goto(json.popup_url as string);
      await shows(desk, 'waiting');
      await looksRight(desk, text, `hosted/1 waiting, display text, ${name}`);
      expect((await desk.locator('.display-text').boundingBox())!.height).toBeLessThan(160);
      await desk.waitForFunction(`document.querySelector('img.logo')?.naturalWidth > 0`);
      const phone = await fixture().browser.tab({ ...PHONE, viewport: { width: 360, height: 640 } });
      await phone.goto(await codeLink(fixture().service, desk));
      await desk.locator('.sheet[data-screen="join-check"]').waitFor();
      await looksRight(desk, text, `hosted/2 join check, display text, ${name}`);
      await typeNumber(phone, await shownNumber(desk));
      await shows(phone, 'consent');
      await looksRight(phone, text, `app/10 consent, display text, ${name}`);
      // The whole text was visible before the user agrees.
      expect(
        await phone.locator('.display-text blockquote').evaluate((it) => it.scrollHeight - it.clientHeight),
      ).toBeLessThan(2);
      await phone.reload();
      await shows(phone, 'consent');
      expect(await phone.locator('.display-text blockquote').textContent()).toBe(text);
    },
  );
});
