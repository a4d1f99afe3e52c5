import { existsSync } from 'node:fs';

/** The same engine without the browser's interface, which needs less processor time. */
const HEADLESS_SHELL = '/usr/bin/chromium-headless-shell';
const USUAL_PLACES = [
  HEADLESS_SHELL,
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/snap/bin/chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
];

/** The one in CHROME_PATH, or a Chrome or Chromium in its usual folder. */
export function findBrowser(): string | undefined {
  const named = process.env['CHROME_PATH'];
  return (named ? [named] : USUAL_PLACES).find((fixture) => existsSync(fixture));
}

export const findHeadlessShell = (): string | undefined => (existsSync(HEADLESS_SHELL) ? HEADLESS_SHELL : undefined);

export const NO_BROWSER = 'No Chrome or Chromium was found (CHROME_PATH may name one).';
