// oxlint-disable vitest/no-standalone-expect -- what several journeys through the docs check
import { randomBytes } from 'node:crypto';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect } from 'vitest';
import { TestService, type TestClient } from '../../apps/service/test/running-service.ts';
import { TestClock } from '../../apps/service/test/test-clock.ts';
import { TestBrowser } from './browser.ts';
import { accessibilityFindings, COLORS, jumpsOf, RECORD_SHIFTS } from './hosted.ts';

export const HOME = 'https://authly.test/docs';
export const KEY = randomBytes(32).toString('base64url');
export const DESK = { width: 1280, height: 800 };
export const PHONE = { width: 390, height: 844 };
/** The same code makes all examples and rows, so axe checks only the first few of a page. */
export const KEEP_ONE_OF_MANY = `for (const [what, kept] of [['.example', 1], ['main > .with-copy, main > pre', 4], ['tbody tr:nth-child(n + 4), figure:nth-of-type(n + 3)', 0]])
  for (const each of [...document.querySelectorAll(what)].slice(kept)) each.remove();`;

/** A service with its docs, and a browser. Complaints of a page fail the test. */
export function useDocs(): () => TestBrowser {
  let service: TestService;
  let client: TestClient;
  let browser: TestBrowser;
  beforeAll(async () => {
    service = await TestService.start({
      clock: new TestClock(Date.now()),
      tryIt: { key: KEY, credentials: () => client },
    });
    client = await service.addMerchant();
    browser = await TestBrowser.start({ authly: service.service.ports.api });
  });
  afterEach(() => browser.tidy());
  afterAll(async () => {
    await browser.close();
    await service.stop();
  });
  return () => browser;
}

/** What is wider than the page, or a table wider than its column, at every width where the style changes. */
export async function sticksOut(page: Page): Promise<string[]> {
  const found: string[] = [];
  for (const width of [320, PHONE.width, 768, 1024, 1440]) {
    await page.setViewportSize({ width, height: 844 });
    found.push(
      ...(await page.evaluate<string[]>(`[document.documentElement, ...document.querySelectorAll('main table')]
        .filter((it) => it.scrollWidth > (it.parentElement ?? it).clientWidth)
        .map((it) => '${width}: ' + (it.querySelector('th') ?? it).textContent.slice(0, 40))`)),
    );
  }
  return found;
}

/** First lines of code that a button covers. */
const covered = (page: Page): Promise<string[]> =>
  page.evaluate(`[...document.querySelectorAll('.with-copy')].filter((each) => each.checkVisibility()).flatMap((each) => {
    const button = each.querySelector('.copy').getBoundingClientRect();
    const text = document.createRange();
    const shown = each.querySelector('pre');
    text.selectNodeContents(shown);
    // A long line ends where its block does, and scrolls.
    const end = shown.getBoundingClientRect().right;
    const isCovered = [...text.getClientRects()].some(({ left, right, top, bottom }) =>
      left < button.right && Math.min(right, end) > button.left && top < button.bottom && bottom > button.top);
    return isCovered ? [each.innerText.split('\\n')[0]] : [];
  })`);

export async function looksRight(page: Page, address: string): Promise<void> {
  await page.addInitScript(RECORD_SHIFTS);
  await page.goto(address);
  expect(await jumpsOf(page)).toEqual([]);
  expect(await covered(page)).toEqual([]);
  expect([await sticksOut(page), await covered(page)]).toEqual([[], []]);
  await page.evaluate(KEEP_ONE_OF_MANY);
  expect(await accessibilityFindings(page)).toEqual([]);
  await page.emulateMedia({ colorScheme: 'dark' });
  expect(await accessibilityFindings(page, { rules: COLORS })).toEqual([]);
}
