import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { OperationName } from '@authly/contract/operations';
import { addressOf, CONTENTS, type Entry, type Group } from './contents.ts';
import { exampleEntries, exampleSources } from './example-pages.ts';
import { homeHtml } from './home.ts';
import { plainText } from './html-text.ts';
import { markdownHtml } from './markdown-html.ts';
import { referencePages } from './reference-pages.ts';
import { searchEntries } from './search-index.ts';
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

/** Everything at /docs that is not a style or a script. */
export function site(options: SiteOptions): DocsFile[] {
  const groups = contentsOf(options);
  const entries = [...groups.flatMap((group) => group.entries), ...exampleEntries(options.root)];
  const pictures = picturesIn(options.root);
  const contentOf = contentMaker(options, entries, pictures);
  const search = (): string =>
    JSON.stringify(entries.flatMap((entry) => searchEntries(addressOf(entry), entry.title, contentOf(entry))));
  return [
    ...entries.map((entry) => ({
      path: addressOf(entry),
      type: HTML,
      make: () => pageOf(entry, groups, contentOf(entry)),
    })),
    { path: SEARCH_PATH, type: JSON_TYPE, make: search },
    ...pictures,
  ];
}

/** The contents, without what was not shipped. */
function contentsOf({ root, operations, hasTryIt }: SiteOptions): Group[] {
  const made = referencePages(operations);
  const isThere = ({ path, file, isOfSandbox }: Entry): boolean =>
    isOfSandbox ? hasTryIt : path === '' || path in made || existsSync(join(root, file!));
  return CONTENTS.map(({ name, entries }) => ({ name, entries: entries.filter(isThere) })).filter(
    ({ entries }) => entries.length > 0,
  );
}

function contentMaker(
  { root, operations }: SiteOptions,
  entries: readonly Entry[],
  pictures: readonly DocsFile[],
): (entry: Entry) => string {
  const made = referencePages(operations);
  const addresses = new Map([
    ...pictures.map(({ path }): [string, string] => [path.slice(1), path]),
    ...entries.flatMap((entry): [string, string][] =>
      // A README is also what a link to its folder means.
      entry.file === undefined
        ? []
        : [
            [entry.file, addressOf(entry)],
            [dirname(entry.file), addressOf(entry)],
          ],
    ),
  ]);
  return (entry) => {
    const { path, file, isOfSandbox, isPartOf } = entry;
    const reference = made[path];
    if (reference) return sectionsHtml(reference.title, reference.intro, reference.sections());
    if (path === '') return homeHtml((address) => entries.some((each) => addressOf(each) === address));
    if (isOfSandbox || file === undefined) return tryItHtml();
    const text = markdownHtml(readFileSync(join(root, file), 'utf8'), file, (name) => addresses.get(name));
    return isPartOf ? text + exampleSources(root, entry) : text;
  };
}

function pageOf(entry: Entry, groups: readonly Group[], content: string): string {
  const title =
    entry.path === ''
      ? 'Authly: fingerprint enrollment and verification'
      : plainText(/<h1>(.*?)<\/h1>/.exec(content)?.[1] ?? entry.title);
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
