import { DOCS_PATHS } from '@authly/contract/page-addresses';

export interface Entry {
  readonly path: string;
  readonly title: string;
  /** The Markdown file that it shows. Absent on the page "Try it". */
  readonly file?: string;
  readonly isPartOf?: string;
}

export interface Group {
  readonly name: string;
  readonly entries: readonly Entry[];
}

const page = (path: string, title: string): Entry => ({ path, title, file: `docs/${path}.md` });
const guide = (name: string, title: string): Entry => page(`guides/${name}`, title);
const reference = (name: string, title: string): Entry => page(`reference/${name}`, title);

// biome-ignore format: one row a line
export const CONTENTS: readonly Group[] = [
  {
    name: 'Start',
    entries: [
      { path: '', title: 'Overview', file: 'docs/README.md' },
      page('quick-start', 'Quick start'),
      page('concepts', 'Concepts'),
      guide('sandbox', 'Sandbox'),
      { path: 'try', title: 'Try it' },
    ],
  },
  {
    name: 'Integrate',
    entries: [
      guide('integrate-backend', 'Integrate your backend'),
      guide('browser', 'Integrate your page'),
      guide('implement-the-bio-api', 'Implement the Bio API'),
      guide('webhooks', 'Webhooks'),
      guide('handle-errors', 'Handle errors'),
      guide('privacy', 'Privacy and consent'),
      guide('troubleshooting', 'Troubleshooting'),
      guide('go-live', 'Go live'),
      page('screens', 'Screens'),
    ],
  },
  {
    name: 'SDKs and examples',
    entries: [
      { path: 'sdk/merchant', title: 'Server SDK', file: 'packages/merchant/README.md' },
      { path: 'sdk/browser', title: 'Browser SDK', file: 'packages/browser/README.md' },
      { path: 'examples', title: 'Examples', file: 'examples/README.md' },
    ],
  },
  {
    name: 'Reference',
    entries: [
      reference('api', 'API'),
      reference('bio-api', 'Merchant Bio API'),
      reference('bio-check', 'Conformance checks'),
      reference('page-api', 'Hosted page and app API'),
      reference('errors', 'Error and failure codes'),
      reference('states', 'Session states'),
      reference('limits', 'Limits'),
      reference('browsers-and-devices', 'Browsers and devices'),
      reference('settings', 'Settings'),
      reference('metrics', 'Metrics'),
      reference('cli', 'Command line'),
      page('versioning', 'Versioning'),
    ],
  },
  {
    name: 'Operate',
    entries: [
      guide('deploy', 'Deploy and monitor'),
      guide('alerts', 'Alerts'),
      guide('proxies', 'Put a proxy in front'),
      guide('console', 'Console'),
      guide('run-on-postgres', 'Run on Postgres'),
      guide('backups', 'Upgrade, back up, fail over'),
      guide('capacity', 'Capacity'),
      guide('reader', 'USB fingerprint readers'),
      guide('rotate-keys', 'Rotate keys'),
      guide('audit', 'Audit log'),
      { path: 'security', title: 'Security', file: 'SECURITY.md' },
      page('benchmarks', 'Benchmarks'),
      { path: 'decisions', title: 'Decisions', file: 'docs/decisions/README.md' },
      { path: 'changelog', title: 'Changelog', file: 'CHANGELOG.md' },
    ],
  },
];

export const addressOf = ({ path }: Entry): string => (path === '' ? DOCS_PATHS.home : `${DOCS_PATHS.home}/${path}`);
