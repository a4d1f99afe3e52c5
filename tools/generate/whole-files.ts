import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { bioOpenApi } from '@authly/contract/bio/openapi';
import { openApi } from '@authly/contract/openapi';
import { OPERATION_NAMES } from '@authly/contract/operations';
import { VERSION } from '../../apps/service/src/config/version.ts';
import { CAPTIONS } from './captions.ts';
import { ENROLLMENT, sequenceDiagram, VERIFICATION } from './sequence-diagrams.ts';
import { sampleRecords } from './sample-records.ts';
import { sealingVectorsText } from './sealing-vectors.ts';
import { signatureVectorsText } from './signature-vectors.ts';
import { stateDiagram } from './state-diagram.ts';
import { standalone } from './svg.ts';

/** The site shows the narrow drawings on phones. */
const DRAWINGS = {
  'reference/states': stateDiagram(),
  'drawings/enrollment': sequenceDiagram(ENROLLMENT, 'wide'),
  'drawings/enrollment-narrow': sequenceDiagram(ENROLLMENT, 'narrow'),
  'drawings/verification': sequenceDiagram(VERIFICATION, 'wide'),
  'drawings/verification-narrow': sequenceDiagram(VERIFICATION, 'narrow'),
};

const api = { serverUrl: 'https://authly.example', version: VERSION, operations: OPERATION_NAMES };

/** The files of which nothing is written by hand, and the version in those that need it. */
export const wholeFiles = (root: string): [path: string, text: string][] => [
  ['docs/reference/openapi.json', json(openApi(api))],
  ['docs/reference/bio-api.openapi.json', json(bioOpenApi(api))],
  ['packages/contract/signature-vectors.json', signatureVectorsText()],
  ['packages/contract/sealing-vectors.json', sealingVectorsText()],
  ['packages/contract/sample-records.json', json(sampleRecords())],
  ...Object.entries(DRAWINGS).map(([name, svg]): [string, string] => [`docs/${name}.svg`, `${standalone(svg)}\n`]),
  ['docs/screens.md', screens(root)],
  ...versions(root),
];

const json = (document: object): string => `${JSON.stringify(document, null, 2)}\n`;

/** The version of the root's package.json, where neither npm nor Node can read it. */
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

const CHAPTERS = [
  { prefix: 'shop-', title: 'The shop', text: 'A merchant builds this with the SDKs.', width: 560 },
  { prefix: 'hosted-', title: 'The hosted page', text: '`popup_url` opens this page.', width: 240 },
  { prefix: 'app-', title: 'The app', text: 'The QR code opens it on a phone. The fingers are synthetic.', width: 220 },
  { prefix: 'console-', title: 'The console', text: 'Operators work with it.', width: 560 },
] as const;

/** Every picture with its caption. `npm run pictures` takes the pictures. */
function screens(root: string): string {
  const pictures = readdirSync(join(root, 'docs', 'pictures')).map((file) => file.replace(/\.webp$/, ''));
  const names = Object.keys(CAPTIONS);
  const wrong = [...pictures.map((name) => name.replace(/-dark$/, '')), ...names].filter(
    (name) => !(name in CAPTIONS && pictures.includes(name)),
  );
  if (wrong.length > 0) throw new Error(`captions.ts and docs/pictures differ in ${wrong.join(', ')}`);
  const chapters = CHAPTERS.map(({ prefix, title, text, width }) => {
    const figures = names.filter((name) => name.startsWith(prefix)).map((name) => figure(name, width));
    return `## ${title}\n\n${text}\n\n${figures.join('\n')}\n`;
  });
  const intro =
    'Every screen of the shop, the hosted page and the app, and the main pages of the console, in pictures that the browser tests take.';
  return `# Screens\n\n${intro}\n\n${chapters.join('\n')}`;
}

function figure(name: string, width: number): string {
  return `<figure><img src="pictures/${name}.webp" width="${width}" alt="${CAPTIONS[name]}"><figcaption>${CAPTIONS[name]}</figcaption></figure>`;
}
