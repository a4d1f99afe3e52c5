/** The oldest browsers of our pages and of the browser SDK, by their names in MDN's compatibility data. */
export const OLDEST_BROWSERS = {
  chrome: '111',
  chrome_android: '111',
  edge: '111',
  firefox: '121',
  firefox_android: '121',
  safari: '16.4',
  safari_ios: '16.4',
} as const;

export type BrowserName = keyof typeof OLDEST_BROWSERS;

const { chrome, edge, firefox, safari, safari_ios: ios } = OLDEST_BROWSERS;

/** The bundler compiles for these browsers. */
export const BUILD_TARGET = [`chrome${chrome}`, `edge${edge}`, `firefox${firefox}`, `safari${safari}`, `ios${ios}`];
