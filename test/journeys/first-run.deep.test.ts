import { app, hosted, shared } from '../../packages/ui/test/words.ts';
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { journeys, picture } from './browser.ts';
import { accessibilityFindings, shows } from './hosted.ts';
import { enroll, told, useShopFixture } from './shop.ts';

journeys('a session that a new user ends', {}, () => {
  const fixture = useShopFixture();

  const click = (page: Page, role: 'button' | 'link', name: string): Promise<void> =>
    page.getByRole(role, { name, exact: true }).click();

  it('the side panel shows this session only: long polls, the code, links to the reference; a cancel in the window ends it in the shop', async () => {
    const page = await fixture().visit('B');
    const popup = await enroll(page);
    await click(popup, 'link', hosted.en.open_here);
    await click(popup, 'button', shared.en.consent_yes);
    await click(popup, 'button', app.en.consent_no);
    await shows(popup, 'failed');
    expect(await told(page)).toBe('Not enrolled');
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
    // The panel then shows the new session only.
    const again = await enroll(page);
    await shows(again, 'waiting');
    await expect.poll(() => page.locator('#calls').getByText('/cancel').count()).toBe(0);
    await expect.poll(() => page.locator('#states [data-passed]').count()).toBe(2);
    await again.getByRole('button', { name: hosted.en.cancel }).click();
    await again.getByRole('button', { name: shared.en.stop_yes }).click();
    expect(await told(page)).toBe('Not enrolled');
  });
});
