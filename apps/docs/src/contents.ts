/** A page of the docs, by its address below /docs. */
export interface Entry {
  readonly path: string;
  readonly title: string;
  /** The repo's Markdown that it shows; absent: it is made from code. */
  readonly file?: string;
  /** The path of the page that it stands behind; absent: it is in the contents itself. */
  readonly isPartOf?: string;
  /** Shown only where the sandbox offers it. */
  readonly isOfSandbox?: true;
}

export interface Group {
  readonly name: string;
  readonly entries: readonly Entry[];
}

/** Everything there is to read, in the order in which people are likely to want it. */
// biome-ignore format: one row a line
export const CONTENTS: readonly Group[] = [
  {
    name: 'Start',
    entries: [
      { path: '', title: 'Overview' },
      { path: 'quick-start', title: 'Quick start', file: 'docs/quick-start.md' },
      { path: 'guides/sandbox', title: 'The sandbox', file: 'docs/guides/sandbox.md' },
      { path: 'try', title: 'Try it', isOfSandbox: true },
    ],
  },
  {
    name: 'Integrate',
    entries: [
      { path: 'guides/integrate-backend', title: 'Integrate your backend', file: 'docs/guides/integrate-backend.md' },
      { path: 'guides/webhooks', title: 'Webhooks', file: 'docs/guides/webhooks.md' },
      { path: 'guides/implement-the-bio-api', title: 'Implement the Bio API', file: 'docs/guides/implement-the-bio-api.md' },
      { path: 'guides/browser', title: 'The browser part', file: 'docs/guides/browser.md' },
      { path: 'screens', title: 'Every screen', file: 'docs/screens.md' },
      { path: 'guides/go-live', title: 'Go live', file: 'docs/guides/go-live.md' },
    ],
  },
  {
    name: 'SDKs and examples',
    entries: [
      { path: 'sdk/merchant', title: 'Server SDK', file: 'packages/merchant/README.md' },
      { path: 'sdk/browser', title: 'Browser SDK', file: 'packages/browser/README.md' },
      { path: 'examples', title: 'Examples in five languages', file: 'examples/README.md' },
    ],
  },
  {
    name: 'Reference',
    entries: [
      { path: 'reference/api', title: 'API', file: 'docs/reference/api.md' },
      { path: 'reference/bio-api', title: 'Merchant Bio API', file: 'docs/reference/bio-api.md' },
      { path: 'reference/bio-check', title: 'What authly-bio-check asks', file: 'docs/reference/bio-check.md' },
      { path: 'reference/page-api', title: 'Hosted page and app', file: 'docs/reference/page-api.md' },
      { path: 'reference/errors', title: 'Error and failure codes', file: 'docs/reference/errors.md' },
      { path: 'reference/states', title: 'Session states', file: 'docs/reference/states.md' },
      { path: 'reference/limits', title: 'Limits', file: 'docs/reference/limits.md' },
      { path: 'reference/settings', title: 'Settings', file: 'docs/reference/settings.md' },
      { path: 'reference/metrics', title: 'Metrics', file: 'docs/reference/metrics.md' },
      { path: 'reference/cli', title: 'Command line', file: 'docs/reference/cli.md' },
    ],
  },
  {
    name: 'Operate',
    entries: [
      { path: 'guides/deploy', title: 'Deploy and watch', file: 'docs/guides/deploy.md' },
      { path: 'guides/console', title: 'The console', file: 'docs/guides/console.md' },
      { path: 'guides/run-on-postgres', title: 'Run on Postgres', file: 'docs/guides/run-on-postgres.md' },
      { path: 'guides/backups', title: 'Upgrade, back up, fail over', file: 'docs/guides/backups.md' },
      { path: 'guides/reader', title: 'A reader on the counter', file: 'docs/guides/reader.md' },
      { path: 'guides/rotate-keys', title: 'Rotate keys', file: 'docs/guides/rotate-keys.md' },
      { path: 'guides/audit', title: 'The audit trail', file: 'docs/guides/audit.md' },
      { path: 'security', title: 'Security', file: 'SECURITY.md' },
      { path: 'changelog', title: 'Changelog', file: 'CHANGELOG.md' },
    ],
  },
];

export const addressOf = ({ path }: Entry): string => (path === '' ? '/docs' : `/docs/${path}`);
