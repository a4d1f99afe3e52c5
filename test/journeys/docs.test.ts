// oxlint-disable vitest/expect-expect -- looksRight asserts
import { expect, it } from 'vitest';
import { journeys } from './browser.ts';
import { DESK, HOME, looksRight, PHONE, useDocs } from './docs.ts';
import { accessibilityFindings } from './hosted.ts';

journeys('the docs in a browser', {}, () => {
  const browser = useDocs();

  it('a page fits a phone and a desk, and axe finds nothing in the light or in the dark', async () => {
    const page = await browser().tab({ viewport: PHONE });
    await looksRight(page, HOME);
  });

  it('the search finds a part by its words, with the keyboard alone', async () => {
    const page = await browser().tab({ viewport: DESK });
    await page.goto(HOME);
    await page.keyboard.press('/');
    await page.keyboard.type('metadata kyes');
    await page.locator('.found a mark').first().waitFor();
    await page
      .getByRole('status')
      .getByText(/^\d+ results$/)
      .waitFor();
    expect(await accessibilityFindings(page)).toEqual([]);
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.waitForURL('**/docs/reference/limits#rejected-metadata-keys');
    await page.getByRole('searchbox').fill('zebra quartz');
    await page.getByText('No results. Try').waitFor();
    await page.getByRole('status').getByText('No results').waitFor();
    await page.keyboard.press('Escape');
    expect(await page.locator('.found').isVisible()).toBe(false);
  });
});
