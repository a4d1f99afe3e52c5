import { DOCS_PATHS } from '@authly/contract/wire/page-addresses';

export interface Entry {
  readonly path: string;
  readonly title: string;
  /** The Markdown file that it shows. The page "Try it" has none. */
  readonly file?: string;
  /** The path of the page that lists it. The menu shows it only there. */
  readonly isPartOf?: string;
}

export interface Group {
  readonly name: string;
  readonly entries: readonly Entry[];
}

const page = (path: string, title: string, isPartOf?: string): Entry => ({
  path,
  title,
  file: `docs/${path}.md`,
  ...(isPartOf !== undefined && { isPartOf }),
});
const guide = (name: string, title: string, isPartOf?: string): Entry => page(`guides/${name}`, title, isPartOf);
const reference = (name: string, title: string, isPartOf?: string): Entry => page(`reference/${name}`, title, isPartOf);

// biome-ignore format: one row a line
export const CONTENTS: readonly Group[] = [
  {
    name: 'Start',
    entries: [
      { path: '', title: 'Overview', file: 'docs/README.md' },
      page('screens', 'Screens', ''),
      page('versioning', 'Versioning', ''),
      page('support', 'Support', ''),
      page('glossary', 'Glossary', ''),
      page('accessibility', 'Accessibility', ''),
      { path: 'changelog', title: 'Changelog', file: 'CHANGELOG.md', isPartOf: '' },
      page('quick-start', 'Quick start'),
      page('concepts', 'Concepts'),
      page('accuracy', 'Accuracy', 'concepts'),
      page('when-not-to-use', 'When not to use Authly', 'concepts'),
      guide('sandbox', 'Sandbox'),
      { path: 'try', title: 'Try it' },
    ],
  },
  {
    name: 'Integrate',
    entries: [
      guide('integrate-backend', 'Integrate your backend'),
      guide('browser', 'Integrate your page'),
      reference('browsers-and-devices', 'Browsers and devices', 'guides/browser'),
      guide('native-apps', 'Native apps and WebViews', 'guides/browser'),
      guide('implement-the-bio-api', 'Implement the Bio API'),
      guide('bind-devices', 'Bind devices'),
      guide('webhooks', 'Webhooks'),
      guide('handle-errors', 'Handle errors'),
      reference('errors', 'Error and failure codes', 'guides/handle-errors'),
      guide('privacy', 'Privacy and consent'),
      guide('troubleshooting', 'Troubleshooting'),
      guide('incidents', 'Incidents', 'guides/privacy'),
      guide('go-live', 'Go live'),
    ],
  },
  {
    name: 'SDKs and examples',
    entries: [
      { path: 'sdk/merchant', title: 'Server SDK', file: 'packages/merchant/README.md' },
      { path: 'sdk/browser', title: 'Browser SDK', file: 'packages/browser/README.md' },
      { path: 'examples', title: 'Examples', file: 'examples/README.md' },
      { path: 'examples/openid', title: 'OpenID Provider', file: 'examples/openid/README.md' },
    ],
  },
  {
    name: 'Reference',
    entries: [
      reference('api', 'API'),
      reference('states', 'Session states', 'reference/api'),
      reference('limits', 'Limits', 'reference/api'),
      reference('bio-api', 'Merchant Bio API'),
      reference('bio-check', 'Conformance checks', 'reference/bio-api'),
      reference('page-api', 'Hosted page and app API'),
      reference('settings', 'Settings'),
      reference('cli', 'Command line'),
    ],
  },
  {
    name: 'Operate',
    entries: [
      guide('deploy', 'Deploy and monitor'),
      guide('alerts', 'Alerts', 'guides/deploy'),
      guide('proxies', 'Put a proxy in front', 'guides/deploy'),
      guide('run-on-postgres', 'Run on Postgres', 'guides/deploy'),
      guide('databases', 'Databases', 'guides/deploy'),
      guide('regions', 'Regions and residency', 'guides/deploy'),
      guide('backups', 'Upgrade, back up, fail over', 'guides/deploy'),
      guide('capacity', 'Capacity', 'guides/deploy'),
      guide('move-a-merchant', 'Move a merchant', 'guides/deploy'),
      reference('metrics', 'Metrics', 'guides/deploy'),
      guide('bring-a-matcher', 'Bring a matcher', 'guides/deploy'),
      guide('reader', 'USB fingerprint readers', 'guides/deploy'),
      guide('console', 'Console'),
      guide('rotate-keys', 'Rotate keys', 'guides/console'),
      guide('audit', 'Audit log', 'guides/console'),
      { path: 'security', title: 'Security', file: 'SECURITY.md' },
    ],
  },
];

/** Raw numbers, which the page on capacity links to. Not in the menu. */
export const BENCHMARKS = page('benchmarks', 'Benchmarks', 'guides/capacity');

export const addressOf = ({ path }: Entry): string => (path === '' ? DOCS_PATHS.home : `${DOCS_PATHS.home}/${path}`);
