import { OLDEST_BROWSERS, type BrowserName } from '../../../apps/sandbox/src/build-pages/oldest-browsers.ts';
import { table, type Filled } from '../markdown.ts';

const NAMES: Readonly<Record<BrowserName, string>> = {
  chrome: 'Chrome',
  chrome_android: 'Chrome on Android',
  edge: 'Edge',
  firefox: 'Firefox',
  firefox_android: 'Firefox on Android',
  safari: 'Safari on a Mac',
  safari_ios: 'Safari on an iPhone or iPad',
};

export const BROWSER_BLOCKS: Filled = {
  'browsers.oldest': () =>
    table(
      ['Browser', 'Oldest version'],
      Object.entries(OLDEST_BROWSERS).map(([name, version]) => [NAMES[name as BrowserName], version]),
    ),
};
