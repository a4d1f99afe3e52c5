// oxlint-disable vitest/expect-expect -- looksRight asserts
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { TRY_IT_KEY_FRAGMENT } from '@authly/contract/wire/page-addresses';
import { expect, it } from 'vitest';
import { journeys } from './browser.ts';
import { DESK, HOME, KEY, looksRight, PHONE, useDocs } from './docs.ts';
import { accessibilityFindings } from './hosted.ts';
import { readingOrder } from './reading-order.ts';

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
    const field = page.getByRole('combobox', { name: 'Search the docs', expanded: true });
    const option = page.getByRole('option', { selected: true });
    for (const [key, title] of [
      ['ArrowDown', 'Rejected metadata keys'],
      ['ArrowUp', undefined],
      ['ArrowDown', 'Rejected metadata keys'],
    ] as const) {
      await page.keyboard.press(key);
      expect(await option.allInnerTexts()).toEqual(title === undefined ? [] : [expect.stringContaining(title)]);
      // The focus stays in the field, which names the option.
      const named = await field.getAttribute('aria-activedescendant');
      expect(named).toBe(title === undefined ? '' : await option.getAttribute('id'));
      expect(await field.evaluate((it) => it === it.ownerDocument.activeElement)).toBe(true);
    }
    expect(await readingOrder(page)).toContain('combobox "Search the docs" expanded');
    await page.keyboard.press('Enter');
    await page.waitForURL('**/docs/reference/limits#rejected-metadata-keys');
    await page.getByRole('combobox', { name: 'Search the docs' }).fill('zebra quartz');
    await page.getByText('No results. Try').waitFor();
    await page.getByRole('status').getByText('No results').waitFor();
    await page.getByRole('combobox', { name: 'Search the docs' }).fill('constructor __proto__ tostring');
    await page
      .getByRole('status')
      .getByText(/results?$/)
      .waitFor();
    await page.keyboard.press('Escape');
    expect(await page.locator('.found').isVisible()).toBe(false);
    expect(await page.getByRole('combobox', { expanded: false }).count()).toBe(1);
  });

  it('a browser that forbids its storage can try the API', async () => {
    const page = await browser().tab({ viewport: DESK });
    const script = readFileSync(join(import.meta.dirname, '../../apps/docs/dist/docs.js'), 'utf8');
    const body = script.replaceAll(/(?:local|session)Storage/g, 'forbidden()');
    expect(body).toContain('forbidden()');
    await page.route('**/docs.js', (route) => route.fulfill({ contentType: 'text/javascript', body }));
    await page.goto(`${HOME}/try#${new URLSearchParams({ [TRY_IT_KEY_FRAGMENT]: KEY })}`);
    await page.locator('#try-locked').waitFor({ state: 'detached' });
    await page.goto(`${HOME}/reference/api`);
    await page.getByText('Python').first().click();
  });
});
