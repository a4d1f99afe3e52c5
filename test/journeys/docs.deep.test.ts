// oxlint-disable vitest/expect-expect -- looksRight asserts
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { addressOf, CONTENTS } from '../../apps/docs/src/contents.ts';
import { journeys, picture } from './browser.ts';
import { DESK, HOME, KEEP_ONE_OF_MANY, KEY, looksRight, PHONE, sticksOut, useDocs } from './docs.ts';
import { accessibilityFindings, COLORS } from './hosted.ts';

/** Together with the first page they use the whole style sheet, the frame of a page and dark mode. */
const WITH_EVERY_COLOR = ['/', '/nothing', '/docs/reference/api', '/docs/reference/states', '/docs/try'];
const OTHERS = [
  '/docs/examples/backend/php',
  ...CONTENTS.flatMap(({ entries }) => entries.map(addressOf)).filter(
    (address) => address !== '/docs' && !WITH_EVERY_COLOR.includes(address),
  ),
];
/** The cost of axe grows faster than the page. */
const TOGETHER = 4;
const OTHERS_BY_FOUR = Array.from({ length: Math.ceil(OTHERS.length / TOGETHER) }, (_, i) =>
  OTHERS.slice(i * TOGETHER, (i + 1) * TOGETHER),
);

journeys('all pages of the docs', {}, () => {
  const browser = useDocs();

  /** The visible examples. */
  const languages = (page: Page): Promise<string[]> =>
    page.evaluate(
      `[...new Set([...document.querySelectorAll('.in-language')].filter((each) => each.checkVisibility()).map(({ dataset }) => dataset.language))]`,
    );

  it.each(WITH_EVERY_COLOR)(
    '%s fits a phone and a desk, and axe finds nothing in the light or in the dark',
    async (address) => {
      const page = await browser().tab({ viewport: PHONE, expects: [/status of 404/] });
      await looksRight(page, `https://authly.test${address}`);
    },
  );

  it('so does the content of every other page', { timeout: 180_000 }, async () => {
    const page = await browser().tab({ viewport: PHONE });
    await page.goto(HOME);
    for (const others of OTHERS_BY_FOUR) {
      await page.evaluate(`document.querySelector('main').replaceChildren()`);
      await page.evaluate(`Promise.all(${JSON.stringify(others)}.map(async (address) => {
        const html = await (await fetch(address)).text();
        document.querySelector('main').append(...new DOMParser().parseFromString(html, 'text/html').querySelectorAll('main > *'));
      }))`);
      expect(await page.locator('main h1').count()).toBe(others.length);
      expect([others, await sticksOut(page)]).toEqual([others, []]);
      await page.evaluate(KEEP_ONE_OF_MANY);
      const findings = await accessibilityFindings(page, { within: 'main', without: COLORS });
      expect([others, findings]).toEqual([others, []]);
    }
  });

  it('copies an example as shown; a chosen language applies everywhere and is kept', async () => {
    const context = await browser().context({ viewport: DESK, permissions: ['clipboard-read', 'clipboard-write'] });
    const page = await context.newPage();
    await page.goto(`${HOME}/reference/api#createEnrollmentSession`);
    await page.getByRole('group', { name: 'Language of the example' }).nth(1).getByText('Python').click();
    const shown = page.locator('.in-language:visible');
    expect(await languages(page)).toEqual(['python']);
    await shown.nth(1).hover();
    await shown.nth(1).getByRole('button', { name: 'Copy' }).click();
    await shown.nth(1).getByRole('button', { name: 'Copied' }).waitFor();
    expect(await page.evaluate(`navigator.clipboard.readText()`)).toMatch(
      /^import json\nimport os\n[^]*enrollment-sessions[^]*\.encode\(\),\n/,
    );
    await page.reload();
    expect(await shown.first().getAttribute('data-language')).toBe('python');
  });

  it('everything can be read without a script: contents on a phone, languages, no search', async () => {
    const page = await browser().tab({ viewport: PHONE, javaScriptEnabled: false, hasTouch: true });
    await page.goto(`${HOME}/reference/api`);
    expect(await page.getByRole('combobox').count()).toBe(0);
    await page.locator('.example').first().getByText('PHP', { exact: true }).click();
    expect(await page.locator('.example').first().locator('.in-language:visible').innerText()).toContain('<?php');
    await page.getByRole('button', { name: 'Menu' }).click();
    await picture(page, 'docs/contents, phone');
    await page.getByRole('navigation').getByRole('link', { name: 'Limits' }).click();
    await page.waitForURL('**/docs/reference/limits');
  });

  it('try it: with the key of its address a session is created, and its result is read', async () => {
    const page = await browser().tab({ viewport: DESK });
    await page.goto(`${HOME}/try#key=${KEY}`);
    const part = (operation: string) => page.locator(`section[data-operation="${operation}"]`);
    await part('createEnrollmentSession').getByRole('button', { name: 'Send' }).click();
    await part('createEnrollmentSession').getByRole('link', { name: 'Open the hosted page' }).waitFor();
    expect(page.url()).toBe(`${HOME}/try`);
    await page.getByLabel('wait').fill('0');
    await part('readResult').getByRole('button', { name: 'Send' }).click();
    await part('readResult').getByText('"status": "created"').waitFor();
    expect(await part('readResult').locator('.tried').innerText()).toMatch(/Authorization: Bearer •+/);
    expect(await accessibilityFindings(page)).toEqual([]);
    await picture(page, 'docs/try, answered');
  });

  it('try it: shows the request during the call, and a missing response', async () => {
    const page = await browser().tab({ viewport: DESK, expects: [/ERR_FAILED/] });
    const { promise: held, resolve: letGo } = Promise.withResolvers<void>();
    await page.route('**/docs/try/calls', async (route) => {
      await held;
      await route.abort();
    });
    await page.goto(`${HOME}/try#key=${KEY}`);
    const part = page.locator('section[data-operation="readResult"]');
    await part.getByLabel('session_id').fill('ses_1/2');
    await part.getByRole('button', { name: 'Send' }).click();
    await part.getByText('Waiting for the response …').waitFor();
    expect(await part.locator('.tried pre').innerText()).toMatch(/^GET \/v1\/sessions\/ses_1%2F2\/result\?.*wait=25/);
    await picture(page, 'docs/try, waiting');
    letGo();
    await part.getByText('The sandbox did not respond.').waitFor();
    expect(await part.getByText('Waiting for the response …').count()).toBe(0);
  });

  it('try it: without the key nothing can be sent; the link that carries it works in the tab that asks for it', async () => {
    const page = await browser().tab({ viewport: DESK });
    await page.goto(`${HOME}/try`);
    expect(await page.locator('button[type=submit]:enabled').count()).toBe(0);
    await page.getByText('Press t where npm start runs').waitFor();
    await page.goto(`${HOME}/try#key=${KEY}`);
    await page.locator('button[type=submit]:enabled').first().waitFor();
  });
});
