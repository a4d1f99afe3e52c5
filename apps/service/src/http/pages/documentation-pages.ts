import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { bioOpenApi } from '@authly/contract/bio/openapi';
import { openApi } from '@authly/contract/openapi';
import type { OperationName } from '@authly/contract/operations';
import { DOCS_PATHS } from '@authly/contract/page-addresses';
import signatureVectors from '@authly/contract/signature-vectors.json' with { type: 'json' };
import { VERSION } from '../../config/version.ts';
import { PAGE_HEADERS, type Content, type Page } from './page.ts';

const TYPES: Readonly<Record<string, string>> = {
  html: 'text/html; charset=utf-8',
  css: 'text/css; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  json: 'application/json; charset=utf-8',
  svg: 'image/svg+xml',
  png: 'image/png',
};

export interface DocumentationOptions {
  readonly serverUrl: string;
  readonly operations: readonly OperationName[];
  /** Whether this is a sandbox that lets its owner try calls. */
  readonly hasTryIt: boolean;
}

/** The docs site as `npm run build` made it, and what programs read. */
export function documentationPages({ serverUrl, operations, hasTryIt }: DocumentationOptions): Page[] {
  const json = (path: string, value: () => object): Page => page(path, 'json', () => JSON.stringify(value()));
  return [
    json(DOCS_PATHS.openApi, () => openApi({ serverUrl, version: VERSION, operations })),
    json(DOCS_PATHS.bioOpenApi, () => bioOpenApi({ version: VERSION })),
    json(DOCS_PATHS.signatureVectors, () => signatureVectors),
    ...sitePages(join(import.meta.dirname, '..', '..', '..', '..', 'docs', 'dist'), hasTryIt),
  ];
}

function sitePages(folder: string, hasTryIt: boolean): Page[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, encoding: 'utf8' }).flatMap((file) => {
    const ending = file.slice(file.lastIndexOf('.') + 1);
    const path = `${DOCS_PATHS.home}/${file.replaceAll('\\', '/').replace(/(?:index)?\.html$/, '')}`;
    if (!(ending in TYPES) || (path === DOCS_PATHS.tryIt && !hasTryIt)) return [];
    const read = (): string | Buffer => {
      const content = readFileSync(join(folder, file));
      return ending !== 'html' || hasTryIt ? content : content.toString().replace(SANDBOX_ONLY, '');
    };
    const paths = file === 'index.html' ? [path, DOCS_PATHS.home] : [path];
    return paths.map((each) => page(each, ending, read));
  });
}

/** The one item of the navigation that only a sandbox has. */
const SANDBOX_ONLY = /<li class="sandbox-only">.*?<\/li>/;

function page(path: string, ending: string, read: () => string | Buffer): Page {
  let made: Content | undefined;
  const content = (): Content => {
    const body = Buffer.from(read());
    // Pictures are compressed already.
    return ending === 'png' ? { body } : { body, coded: { gzip: gzipSync(body, { level: 9 }) } };
  };
  return { path, type: TYPES[ending]!, headers: PAGE_HEADERS, content: () => (made ??= content()) };
}
