import { expect, it } from 'vitest';
import { shared } from '../../packages/ui/test/words.ts';
import { journeys, picture } from './browser.ts';
import { accessibilityFindings, shows, statusOf, useHostedFixture } from './hosted.ts';
import { readCode } from './read-code.ts';

journeys('coming late to the hosted page, and staying too long', {}, () => {
  const fixture = useHostedFixture();

  it('the code is a new one every ten seconds', async () => {
    const context = await fixture().browser.context();
    const page = await context.newPage();
    await page.clock.install();
    await page.goto((await fixture().create()).popupUrl);
    const first = await readCode(page);
    fixture().service.clock.move(10_000);
    await page.clock.runFor(10_000);
    await expect.poll(() => readCode(page)).not.toBe(first);
  });

  it.each([
    ['by its address bar', (url: string) => url],
    ['loaded anew', (url: string) => url.replace('#', '?1#')],
  ])(
    'another session in the tab, %s, waits until the user has canceled this one or it has ended',
    async (_, address) => {
      const pays = (displayText: string) =>
        fixture().create({ mode: 'verify', creation: { display_text: displayText } });
      const context = await fixture().browser.context({ expects: [/409/] });
      const { page, sessionId } = await fixture().open({ context });
      await shows(page, 'waiting');
      await page.goto(address((await pays('Transfer 9,000 to Mallory')).popupUrl));
      await page.getByRole('dialog').getByText(shared.en.switch_text).waitFor();
      expect(await accessibilityFindings(page)).toEqual([]);
      await page.getByRole('button', { name: shared.en.stop_no }).click();
      await page.getByRole('dialog').waitFor({ state: 'detached' });
      expect([page.url().includes('#'), await statusOf(fixture(), sessionId)]).toEqual([false, 'opened']);
      const second = await pays('Pay € 1');
      await page.goto(address(second.popupUrl));
      await page.getByRole('button', { name: shared.en.stop_yes }).click();
      await page.getByText('Pay € 1').waitFor();
      expect(await statusOf(fixture(), sessionId)).toBe('canceled');
      await page.goto(address((await pays('Pay € 2')).popupUrl));
      await page.getByRole('dialog').waitFor();
      await fixture().merchant.cancel(second.sessionId);
      await page.getByText('Pay € 2').waitFor();
      await shows(page, 'waiting');
    },
  );

  it('a late cancel shows the outcome', async () => {
    const { page, sessionId } = await fixture().open({ expects: [/409/] });
    const { confirm } = await fixture().claim(await fixture().appLink(page));
    await confirm(page);
    await shows(page, 'app-launched');
    await page.getByRole('button', { name: 'Cancel', exact: true }).click();
    await page.route('**/hosted/v1/cancel', async (route) => {
      await fixture().happen(sessionId, 'callback', 'process');
      await route.continue();
    });
    await page.getByRole('button', { name: 'Yes, stop' }).click();
    await shows(page, 'processing');
    expect(await page.locator('dialog').count()).toBe(0);
  });

  it('time left follows the service’s clock, and the last minute is announced', async () => {
    const { page } = await fixture().open();
    await shows(page, 'waiting');
    await expect.poll(() => page.getByRole('timer').innerText()).toMatch(/^(?:10:00|09:\d\d)$/);
    fixture().service.clock.move(555_000);
    await page.reload();
    await expect.poll(() => page.getByRole('timer').innerText()).toMatch(/^00:[1-4]\d$/);
    await page.getByText('Less than a minute left.').waitFor({ state: 'attached' });
    await picture(page, 'hosted/1 waiting, last minute');
  });
});
