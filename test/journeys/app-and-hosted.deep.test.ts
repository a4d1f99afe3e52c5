import { shared } from '../../packages/ui/test/words.ts';
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { freePort } from '../free-port.ts';
import { clickAndClose, journeys, opens, picture } from './browser.ts';
import { agree, MERCHANT_ID, press, useAppFixture } from './app.ts';
import { heading, shows } from './hosted.ts';

journeys('the hosted page and the app on one device', { timeout: 90_000 }, () => {
  const fixture = useAppFixture();

  const story = async (page: Page): Promise<string[]> => [
    await heading(page),
    await page.locator('.screen > .lead').innerText(),
  ];

  it('there is no join check, both show the same failure of the merchant, and the app leads back', async () => {
    const { merchants } = fixture().service.service.store;
    const { bioBaseUrl } = (await merchants.find(MERCHANT_ID))!;
    await merchants.update(MERCHANT_ID, { bioBaseUrl: `https://localhost:${await freePort()}` });
    await fixture().merchant.renew();
    const { json } = await fixture().merchant.verify({ payload: { finger: 'RI' } });
    const desk = await fixture().browser.tab();
    await desk.goto(json.popup_url as string);
    // In a new tab, as the user may request. In the same window the app would return automatically.
    const app = await opens(desk.context(), () =>
      desk.locator('a[href*="#link="]').click({ modifiers: ['ControlOrMeta'] }),
    );
    await agree(app);
    await press(app);
    await app.getByRole('button', { name: 'Send' }).click();
    await shows(app, 'ended');
    await merchants.update(MERCHANT_ID, { bioBaseUrl });
    await shows(desk, 'failed');
    expect((await story(app))[1]).toBe(
      shared.en.failure_merchant_bio_unavailable.replace('{merchant}', 'Bean & Ridge'),
    );
    expect(await story(desk)).toEqual(await story(app));
    await picture(app, 'app/31 ended, with a way back, phone');
    await clickAndClose(app.getByRole('button', { name: 'Back to Bean & Ridge' }));
  });
});
