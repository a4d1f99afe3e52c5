/** Where the pages are served, below the service's base address. */
export const PAGE_PATHS = {
  hosted: '/hosted/',
  app: '/app/',
  /** Of merchants: the picture's id follows. */
  logos: '/logos/',
  /** Tells the app whether it is served by a sandbox. */
  appEnvironment: '/app/environment.json',
} as const;

/** What a page's address carries in its fragment, which reaches no log, proxy or Referer: `#token=…`, `#link=…`. */
export const HOSTED_TOKEN_FRAGMENT = 'token';
export const LINK_TOKEN_FRAGMENT = 'link';
/** Next to the link: the language that the user chose on the hosted page. */
export const LANGUAGE_FRAGMENT = 'lang';

/** The docs site and the files that programs read. Integrators use these addresses in builds: they must not change. */
export const DOCS_PATHS = {
  home: '/docs',
  style: '/docs/style.css',
  icon: '/docs/icon.svg',
  tryIt: '/docs/try',
  tryItCalls: '/docs/try/calls',
  /** The code follows as a fragment. */
  errors: '/docs/guides/handle-errors',
  openApi: '/openapi.json',
  bioOpenApi: '/bio-api/openapi.json',
  signatureVectors: '/bio-api/signature-vectors.json',
  sealingVectors: '/app-api/sealing-vectors.json',
  sampleRecords: '/app-api/sample-records.json',
} as const;
export const TRY_IT_KEY_FRAGMENT = 'key';
