import { bioOpenApi } from '@authly/contract/bio/openapi';
import { openApi } from '@authly/contract/openapi';
import { OPERATION_NAMES } from '@authly/contract/operations';
import { VERSION } from '../../apps/service/src/config/version.ts';

const json = (document: object): string => `${JSON.stringify(document, null, 2)}\n`;

export const openApiFiles = (): [path: string, text: string][] => [
  [
    'docs/reference/openapi.json',
    json(openApi({ serverUrl: 'https://authly.example', version: VERSION, operations: OPERATION_NAMES })),
  ],
  ['docs/reference/bio-api.openapi.json', json(bioOpenApi({ version: VERSION }))],
];
