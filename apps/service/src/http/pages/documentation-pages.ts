import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { bioOpenApi } from '@authly/contract/bio/openapi';
import { openApi } from '@authly/contract/openapi';
import type { OperationName } from '@authly/contract/operations';
import signatureVectors from '@authly/contract/signature-vectors.json' with { type: 'json' };
import { BIO_OPENAPI_PATH, OPENAPI_PATH, SIGNATURE_VECTORS_PATH } from '../../docs/addresses.ts';
import { SCRIPT_PATH, STYLE_PATH } from '../../docs/shell.ts';
import { site } from '../../docs/site.ts';
import { TRY_IT_SCRIPT_PATH } from '../../docs/try-it-page.ts';
import { VERSION } from '../../version.ts';
import { PAGE_HEADERS, type Content, type Page } from './page.ts';

const JSON_TYPE = 'application/json; charset=utf-8';
const SCRIPT_TYPE = 'text/javascript; charset=utf-8';

export interface DocumentationOptions {
  readonly serverUrl: string;
  readonly operations: readonly OperationName[];
  /** Whether this is a sandbox that lets its owner try calls. */
  readonly hasTryIt: boolean;
}

export function documentationPages({ serverUrl, operations, hasTryIt }: DocumentationOptions): Page[] {
  const files = site({ root: fileURLToPath(new URL('../../../../..', import.meta.url)), operations, hasTryIt });
  return [
    page(OPENAPI_PATH, JSON_TYPE, () => JSON.stringify(openApi({ serverUrl, version: VERSION, operations }))),
    page(BIO_OPENAPI_PATH, JSON_TYPE, () => JSON.stringify(bioOpenApi({ version: VERSION }))),
    page(SIGNATURE_VECTORS_PATH, JSON_TYPE, () => JSON.stringify(signatureVectors)),
    page(STYLE_PATH, 'text/css; charset=utf-8', () => source('style.css')),
    page(SCRIPT_PATH, SCRIPT_TYPE, () => source('browser/docs.mjs')),
    ...(hasTryIt ? [page(TRY_IT_SCRIPT_PATH, SCRIPT_TYPE, () => source('browser/try-it.mjs'))] : []),
    ...files.map(({ path, type, make }) => page(path, type, make)),
    ...files.filter(({ path }) => path === '/docs').map(({ type, make }) => page('/docs/', type, make)),
  ];
}

const source = (name: string): string => readFileSync(new URL(`../../docs/${name}`, import.meta.url), 'utf8');

function page(path: string, type: string, make: () => string | Uint8Array): Page {
  let made: Content | undefined;
  return { path, type, headers: PAGE_HEADERS, content: () => (made ??= compressed(Buffer.from(make()), type)) };
}

/** Pictures are compressed already. */
const compressed = (body: Content['body'], type: string): Content =>
  type === 'image/png' ? { body } : { body, coded: { gzip: gzipSync(body, { level: 9 }) } };
