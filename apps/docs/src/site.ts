import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { addressOf, CONTENTS, type Entry } from './contents.ts';
import { plainText } from './html.ts';
import { decisionEntries, exampleEntries, exampleSources } from './listed-pages.ts';
import { markdownPage } from './markdown-page.ts';
import { searchIndex, type Part } from './search.ts';
import { docsPage } from './shell.ts';
import { tryItHtml } from './try-it-page.ts';

/** Every file of the site that is made from the repository's Markdown, by its name below the output folder. */
export function site(root: string): Map<string, string | Uint8Array> {
  const entries = [...CONTENTS.flatMap((group) => group.entries), ...exampleEntries(root), ...decisionEntries(root)];
  const pictures = globSync('docs/**/*.{svg,png,json}', { cwd: root });
  const addresses = new Map([
    ...pictures.map((file): [string, string] => [file, `/${file}`]),
    // A link to a folder means its README.
    ...entries.flatMap((entry) =>
      [entry.file, entry.file && dirname(entry.file)].map((file) => [file, addressOf(entry)] as const),
    ),
  ]);
  const contentOf = (entry: Entry): string => {
    if (entry.file === undefined) return tryItHtml();
    const html = markdownPage({ root, file: entry.file, addressOf: (file) => addresses.get(file) });
    return entry.isPartOf === 'examples' ? html + exampleSources(root, entry) : html;
  };
  const pages = entries.map((entry) => ({ entry, content: contentOf(entry) }));
  const parts = pages
    .filter(({ entry }) => entry.file !== undefined)
    .flatMap(({ entry, content }) => searchParts(entry, content));
  return new Map<string, string | Uint8Array>([
    ...pages.map(
      ({ entry, content }) => [`${entry.path || 'index'}.html`, docsPage(entry, CONTENTS, content)] as const,
    ),
    ...pictures.map((file) => [file.slice('docs/'.length), readFileSync(join(root, file))] as const),
    ['search.json', searchIndex(parts)],
  ]);
}

/** Code is left out: it repeats what the text says. */
const searchParts = (entry: Entry, content: string): Part[] =>
  content
    .replaceAll(/<pre[^]*?<\/pre>|<svg[^]*?<\/svg>|<fieldset[^]*?<\/fieldset>|<a class="anchor"[^]*?<\/a>/g, ' ')
    .split(/(?=<h[23] id=")/)
    .map((part) => {
      const [, id, html = ''] = /^<h[23] id="([^"]+)">([^]*?)<\/h[23]>/.exec(part) ?? [];
      return {
        id: addressOf(entry) + (id === undefined ? '' : `#${id}`),
        page: entry.title,
        title: id === undefined ? entry.title : plainText(html),
        text: plainText(part.replace(/^<h[1-3][^]*?<\/h[1-3]>/, '')),
      };
    });
