/** Where the pages are served, below the service's base address. */
export const PAGE_PATHS = {
  hosted: '/hosted/',
  app: '/app/',
  /** Of merchants: the picture's id follows. */
  logos: '/logos/',
  /** Tells the app page whether it is served by a sandbox. */
  appEnvironment: '/app/environment.json',
} as const;

/** What a page's address carries in its fragment, which reaches no log, proxy or Referer: `#token=…`, `#link=…`. */
export const HOSTED_TOKEN_FRAGMENT = 'token';
export const LINK_TOKEN_FRAGMENT = 'link';
