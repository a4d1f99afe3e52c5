import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { OperationName } from '@authly/contract/operations';
import { bioOpenApi } from '@authly/contract/bio/openapi';
import { openApi } from '@authly/contract/openapi';
import signatureVectors from '@authly/contract/signature-vectors.json' with { type: 'json' };
import { BIO_OPENAPI_PATH, OPENAPI_PATH, SIGNATURE_VECTORS_PATH } from '../docs/addresses.ts';
import { guideFiles } from '../docs/guides.ts';
import { htmlPage } from '../docs/html.ts';
import { apiReference, errorReference, limitReference, stateReference } from '../docs/reference.ts';
import { VERSION } from '../version.ts';

/** What the service shows to people and tools besides the API. Made once at start. */
export interface Page {
  readonly path: string;
  readonly type: string;
  readonly body: string | Uint8Array;
  /** The same, for clients that take gzip. */
  readonly gzipped?: Uint8Array;
  readonly headers: Readonly<Record<string, string>>;
}

const HEADERS = {
  'Content-Security-Policy':
    "default-src 'none'; style-src 'self'; img-src 'self' data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'Referrer-Policy': 'no-referrer',
  'X-Content-Type-Options': 'nosniff',
  'Cache-Control': 'no-cache',
};

const JSON_TYPE = 'application/json; charset=utf-8';

export function documentationPages(serverUrl: string, operations: readonly OperationName[]): Page[] {
  const sections = [...apiReference(operations), ...errorReference(), ...stateReference(), ...limitReference()];
  const page = (path: string, type: string, body: Page['body']): Page => ({ path, type, body, headers: HEADERS });
  return [
    page(OPENAPI_PATH, JSON_TYPE, JSON.stringify(openApi({ serverUrl, version: VERSION, operations }))),
    page(BIO_OPENAPI_PATH, JSON_TYPE, JSON.stringify(bioOpenApi({ version: VERSION }))),
    page(SIGNATURE_VECTORS_PATH, JSON_TYPE, JSON.stringify(signatureVectors)),
    page(
      '/docs',
      'text/html; charset=utf-8',
      htmlPage('Authly API', `Version ${VERSION}. The same as OpenAPI 3.1: \`/openapi.json\`.`, sections),
    ),
    page(
      '/docs/style.css',
      'text/css; charset=utf-8',
      readFileSync(new URL('../docs/style.css', import.meta.url), 'utf8'),
    ),
    ...guideFiles(fileURLToPath(new URL('../../../../docs', import.meta.url))).map(({ path, type, body }) =>
      page(`/docs/${path}`, type, body),
    ),
  ];
}
