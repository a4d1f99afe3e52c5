import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { bioOpenApi } from '@authly/contract/catalogue/bio-openapi';
import { openApi } from '@authly/contract/catalogue/openapi';
import { VERSION } from '../../apps/service/src/runtime/version.ts';
import { sampleRecords } from './sample-records.ts';

const api = { serverUrl: 'https://authly.example', version: VERSION };

export const wholeFiles = (root: string): [path: string, text: string][] => [
  ['docs/reference/openapi.json', json(openApi(api))],
  ['docs/reference/bio-api.openapi.json', json(bioOpenApi(api))],
  ['packages/contract/sample-records.json', json(sampleRecords())],
  ...versions(root),
];

const json = (document: object): string => `${JSON.stringify(document, null, 2)}\n`;

/** Files that cannot read the version from package.json. */
function versions(root: string): [path: string, text: string][] {
  const read = (file: string): string => readFileSync(join(root, file), 'utf8');
  const { version } = JSON.parse(read('package.json')) as { version: string };
  const label = /(?<=org\.opencontainers\.image\.version=")[^"]*/;
  const chart = 'deploy/helm/authly/Chart.yaml';
  const source = `/** Written by \`npm run generate\`. */\nexport const VERSION = '${version}';\n`;
  return [
    ['packages/merchant/src/version.ts', source],
    ['deploy/Dockerfile', read('deploy/Dockerfile').replace(label, version)],
    [chart, read(chart).replaceAll(/(?<=^(?:version|appVersion): ).*/gm, version)],
  ];
}
