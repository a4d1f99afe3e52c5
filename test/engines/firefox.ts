import { launch, type Browser, type Page } from 'puppeteer-core';
import type { Engine, EngineWindow } from './engine.ts';
import { findFirefox } from './find-engines.ts';

/** There is a camera, and the user refuses it. */
const CAMERA_REFUSED = { 'media.navigator.streams.fake': true, 'permissions.default.camera': 2 };

/** Firefox by WebDriver BiDi. */
export async function startFirefox(): Promise<Engine> {
  const browser = await launch({
    browser: 'firefox',
    executablePath: findFirefox()!,
    acceptInsecureCerts: true,
    defaultViewport: null,
    // Endless animations cost processor time.
    extraPrefsFirefox: { ...CAMERA_REFUSED, 'intl.accept_languages': 'en-US', 'ui.prefersReducedMotion': 1 },
  });
  return { cameraProblem: 'denied', windows: () => windowsOf(browser), close: () => browser.close() };
}

const windowsOf = async (browser: Browser): Promise<ReadonlyMap<unknown, EngineWindow>> =>
  new Map((await browser.pages()).map((page) => [page, windowOf(page)]));

const windowOf = (page: Page): EngineWindow => ({
  goto: async (url) => void (await page.goto(url)),
  evaluate: async <Value>(expression: string) => (await page.evaluate(expression)) as Value,
  click: async (expression, heldMs = 0) => {
    const element = (await page.evaluateHandle(expression)).asElement();
    if (element === null) throw new Error(`${expression} is not there`);
    await element.click({ delay: heldMs });
  },
  type: (text) => page.keyboard.type(text),
  close: () => page.close(),
});
