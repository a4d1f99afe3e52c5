import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { typeNumber } from './app.ts';
import { journeys, stopTime } from './browser.ts';
import { jumpsOf, RECORD_SHIFTS, shownNumber, shows } from './hosted.ts';
import { readCode } from './read-code.ts';
import { readingOrder } from './reading-order.ts';
import { enroll, PHONE, told, useShopFixture } from './shop.ts';

const SPOKEN = join(import.meta.dirname, 'spoken');

journeys('what a screen reader says', { timeout: 120_000 }, () => {
  const fixture = useShopFixture();

  it.each(['en', 'de', 'ar'])(
    'of an enrollment in %s, from the shop to its result, is in a text, and nothing jumps',
    async (language) => {
      const spoken: string[] = [];
      let number = '';
      const read = async (title: string, page: Page): Promise<void> => {
        const lines = await readingOrder(page);
        const panel = lines.findIndex((line) => line.startsWith('complementary'));
        expect([title, await jumpsOf(page)]).toEqual([title, []]);
        spoken.push(
          `# ${title}`,
          ...lines.slice(0, panel < 0 ? undefined : panel).map((line) => {
            const isImage = line.startsWith('image');
            return isImage ? line.replace(/\d+/, '…') : number === '' ? line : line.replace(number, '42');
          }),
          '',
        );
      };
      const options = { locale: language, init: RECORD_SHIFTS };
      const shop = await fixture().visit('A', options);
      const phone = await fixture().browser.tab({ ...PHONE, ...options });
      await read('Shop', shop);
      const popup = await enroll(shop);
      await shows(popup, 'waiting');
      await popup.locator('a.main[href]').waitFor();
      await read('Hosted page', popup);
      await read('Shop, while the window is open', shop);
      await popup.locator('.use-phone summary').click();
      await read('Hosted page, a phone instead', popup);
      await phone.goto(await readCode(popup));
      number = await shownNumber(popup);
      await shows(phone, 'number');
      await read('Hosted page, a phone has joined', popup);
      await read('App, the number', phone);
      await typeNumber(phone, number);
      await shows(phone, 'consent');
      await phone.locator('.main[aria-disabled="false"]').waitFor();
      await read('App, consent', phone);
      await shows(popup, 'app-launched');
      await read('Hosted page, meanwhile', popup);
      await phone.locator('.main').click();
      await shows(phone, 'finger');
      await read('App, the finger', phone);
      await phone.locator('.main').click();
      await shows(phone, 'capture');
      await read('App, the capture', phone);
      await stopTime(phone);
      await phone.locator('.source .quiet').click();
      await shows(phone, 'review');
      await read('App, a good capture counts down', phone);
      await phone.locator('.goes-on button').click();
      await phone.clock.resume();
      await phone.locator('.actions .main').click();
      // The window closes itself after its outcome.
      await stopTime(popup);
      await phone.locator('.source .main').click();
      await shows(phone, 'ended');
      await read('App, the result', phone);
      await shows(popup, 'succeeded');
      await read('Hosted page, the result', popup);
      await shop.clock.resume();
      expect(await told(shop)).toBe('Your finger is enrolled');
      await read('Shop, the result', shop);
      // As before, for the next language.
      shop.once('dialog', (dialog) => void dialog.accept());
      await shop.click('#remove');
      await shop.getByText('No finger enrolled yet.').waitFor();
      await expect(spoken.join('\n')).toMatchFileSnapshot(join(SPOKEN, `${language}.txt`));
    },
  );
});
