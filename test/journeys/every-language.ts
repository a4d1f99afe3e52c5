import { LANGUAGE_NAMES, LANGUAGES, type Language } from '@authly/contract/wire/languages';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { painted, picture } from './browser.ts';
import { accessibilityFindings, COLORS } from './hosted.ts';

export const SMALLEST_PHONE = { width: 320, height: 568 } as const;

/** A desktop, the same at 400 % zoom, and phones. The journey continues on the last one. */
const LOOKS = [
  { name: 'zoom', width: 320, height: 256 },
  { name: 'desktop', width: 1280, height: 800 },
  { name: 'phone at twice its print', width: 195, height: 422 },
  { name: 'phone', ...SMALLEST_PHONE },
] as const;

/** By the menu of the page. */
export async function choose(page: Page, language: Language): Promise<void> {
  const menu = page.locator('.language select');
  await menu.focus();
  await menu.selectOption({ label: LANGUAGE_NAMES[language] });
}

/** Chooses each language in turn, and English in the end. */
export async function inEveryLanguage(
  page: Page,
  title: string,
  textIn: (language: Language) => string,
): Promise<void> {
  for (const language of LANGUAGES) {
    await choose(page, language);
    await fitsIn(page, title, language, textIn(language));
  }
  await choose(page, 'en');
  await shown(page, textIn('en'));
}

/**
 * The text is shown and nothing overflows sideways. axe checks Arabic, which is written from right to left. The tests of every screen
 * check English, and the colors, which are the same in every language.
 */
export async function fitsIn(page: Page, title: string, language: Language, text: string): Promise<void> {
  await page.locator(`html[lang="${language}"]`).waitFor();
  await shown(page, text);
  if (language === 'ar') return looksRight(page, `${title}, ar`);
  for (const { name, ...size } of LOOKS.slice(-2)) {
    await page.setViewportSize(size);
    await picture(page, `${title}, ${language}, ${name}`);
    expect(await overflow(page), `${title}, ${language}, ${name}`).toBe(0);
  }
}

/** Up to the first name in the text. */
const shown = (page: Page, text: string): Promise<void> => page.getByText(text.split('{')[0]!.trim()).first().waitFor();

async function looksRight(page: Page, title: string): Promise<void> {
  for (const { name, ...size } of LOOKS) {
    await page.setViewportSize(size);
    await painted(page);
    await picture(page, `${title}, ${name}`);
    expect(await overflow(page), `${title}, ${name}`).toBe(0);
  }
  expect(await accessibilityFindings(page, { without: COLORS }), `${title}, axe`).toEqual([]);
}

const overflow = (page: Page): Promise<number> => page.evaluate('document.documentElement.scrollWidth - innerWidth');
