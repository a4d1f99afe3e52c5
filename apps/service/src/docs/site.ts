import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { OperationName } from '@authly/contract/operations';
import signatureVectors from '@authly/contract/signature-vectors.json' with { type: 'json' };
import { BIO_OPENAPI_PATH, OPENAPI_PATH, SIGNATURE_VECTORS_PATH } from './addresses.ts';
import { bioReference } from './bio-reference.ts';
import { addressOf, CONTENTS, type Entry, type Group } from './contents.ts';
import { homeHtml } from './home.ts';
import { markdownHtml } from './markdown-html.ts';
import {
  apiReference,
  errorReference,
  limitReference,
  pageApiReference,
  settingReference,
  stateReference,
} from './reference.ts';
import { searchEntries } from './search-index.ts';
import type { Section } from './section.ts';
import { sectionsHtml } from './sections-html.ts';
import { docsPage, SEARCH_PATH } from './shell.ts';
import { TRY_IT_SCRIPT_PATH, tryItHtml } from './try-it-page.ts';

/** A file that the service shows below /docs. Made when somebody asks for it first. */
export interface DocsFile {
  readonly path: string;
  readonly type: string;
  readonly make: () => string | Uint8Array;
}

export interface SiteOptions {
  /** The folder of the repo, or of what was shipped of it. */
  readonly root: string;
  readonly operations: readonly OperationName[];
  /** Whether this is a sandbox that lets its owner try calls. */
  readonly hasTryIt: boolean;
}

const HTML = 'text/html; charset=utf-8';
const JSON_TYPE = 'application/json; charset=utf-8';
const PICTURES: Readonly<Record<string, string>> = { svg: 'image/svg+xml', png: 'image/png', json: JSON_TYPE };

/** Reference pages are made from the tables, with more than the repo's Markdown has: title, what it is, sections. */
type Reference = readonly [title: string, intro: string, sections: () => readonly Section[]];

const references = (operations: readonly OperationName[]): Readonly<Record<string, Reference>> => ({
  'reference/api': [
    'API reference',
    `What your server calls. The same for programs: <a href="${OPENAPI_PATH}">OpenAPI 3.1</a>.`,
    () => apiReference(operations),
  ],
  'reference/bio-api': [
    'Merchant Bio API reference',
    `What your server answers. The same for programs: <a href="${BIO_OPENAPI_PATH}">OpenAPI 3.1</a> and <a href="${SIGNATURE_VECTORS_PATH}">test vectors</a>.`,
    () => bioReference({ key: signatureVectors.key, call: signatureVectors.vectors[0]! }),
  ],
  'reference/page-api': [
    'Hosted page and app',
    'What our own pages call. A merchant needs none of it; whoever writes an app of their own does.',
    () => pageApiReference(operations),
  ],
  'reference/errors': [
    'Error and failure codes',
    'What an answer can refuse with, and why a session can fail.',
    errorReference,
  ],
  'reference/states': ['Session states', 'What can happen to a session, and when.', stateReference],
  'reference/limits': ['Limits', 'Every figure that a call can run into.', limitReference],
  'reference/settings': [
    'Settings',
    'Environment variables of <code>npm start</code> and <code>authly serve</code>.',
    settingReference,
  ],
});

/** Everything at /docs that is not a style or a script. */
export function site({ root, operations, hasTryIt }: SiteOptions): DocsFile[] {
  const made = references(operations);
  const isThere = ({ path, file, isOfSandbox }: Entry): boolean =>
    isOfSandbox ? hasTryIt : path === '' || path in made || existsSync(join(root, file!));
  const groups: Group[] = CONTENTS.map(({ name, entries }) => ({ name, entries: entries.filter(isThere) })).filter(
    ({ entries }) => entries.length > 0,
  );
  const entries = groups.flatMap((group) => group.entries);
  const pictures = picturesIn(root);
  const addresses = new Map([
    ...pictures.map(({ path }): [string, string] => [path.slice(1), path]),
    ...entries.flatMap((entry): [string, string][] => (entry.file ? [[entry.file, addressOf(entry)]] : [])),
  ]);
  const contentOf = (entry: Entry): string => {
    const reference = made[entry.path];
    if (reference) return sectionsHtml(reference[0], reference[1], reference[2]());
    if (entry.path === '') return homeHtml((address) => entries.some((each) => addressOf(each) === address));
    if (entry.isOfSandbox) return tryItHtml();
    return markdownHtml(readFileSync(join(root, entry.file!), 'utf8'), entry.file!, (file) => addresses.get(file));
  };
  return [
    ...entries.map((entry) => ({
      path: addressOf(entry),
      type: HTML,
      make: () => pageOf(entry, groups, contentOf(entry)),
    })),
    {
      path: SEARCH_PATH,
      type: JSON_TYPE,
      make: () =>
        JSON.stringify(entries.flatMap((entry) => searchEntries(addressOf(entry), entry.title, contentOf(entry)))),
    },
    ...pictures,
  ];
}

function pageOf(entry: Entry, groups: readonly Group[], content: string): string {
  const title =
    entry.path === ''
      ? 'Authly: fingerprint enrollment and verification'
      : (/<h1>(.*?)<\/h1>/.exec(content)?.[1]?.replaceAll(/<[^>]+>/g, '') ?? entry.title);
  return docsPage(entry, groups, { title, content, ...(entry.isOfSandbox && { scripts: [TRY_IT_SCRIPT_PATH] }) });
}

/** What the pages show besides text. Nothing where the docs folder was not shipped. */
function picturesIn(root: string): DocsFile[] {
  const folder = join(root, 'docs');
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => name.replaceAll('\\', '/'))
    .flatMap((name) => {
      const type = PICTURES[name.slice(name.lastIndexOf('.') + 1)];
      return type === undefined ? [] : [{ path: `/docs/${name}`, type, make: () => readFileSync(join(folder, name)) }];
    });
}
