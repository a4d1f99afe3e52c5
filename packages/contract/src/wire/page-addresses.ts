export const PAGE_PATHS = {
  hosted: '/hosted/',
  app: '/app/',
  logos: '/logos/',
  appEnvironment: '/app/environment.json',
} as const;

/** Fragment names: a fragment reaches no log, proxy or Referer. */
export const HOSTED_TOKEN_FRAGMENT = 'token';
export const LINK_TOKEN_FRAGMENT = 'link';
export const LANGUAGE_FRAGMENT = 'lang';

/** Integrators use these addresses in builds: they must not change. */
export const DOCS_PATHS = {
  home: '/docs',
  style: '/docs/style.css',
  icon: '/docs/icon.svg',
  tryIt: '/docs/try',
  tryItCalls: '/docs/try/calls',
  errors: '/docs/guides/handle-errors',
  openApi: '/openapi.json',
  bioOpenApi: '/bio-api/openapi.json',
  signatureVectors: '/bio-api/signature-vectors.json',
  sealingVectors: '/app-api/sealing-vectors.json',
  deviceVectors: '/app-api/device-vectors.json',
  sampleRecords: '/app-api/sample-records.json',
} as const;
export const TRY_IT_KEY_FRAGMENT = 'key';
