import { existsSync, globSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, extname, join } from 'node:path';
import { RIDGES } from '@authly/ui/ridges.ts';
import { rolldown, type Plugin } from 'rolldown';
import { addressOf, BENCHMARKS, CONTENTS, type Entry } from './contents.ts';
import { codeBlock, escapeHtml, heading, plainText } from './html.ts';
import { markdownPage } from './markdown-page.ts';
import { searchIndex, type SearchSection } from './search.ts';
import { docsPage } from './shell.ts';
import { tryItHtml } from './try-it-page.ts';

const STYLES = ['packages/ui/src/base.css', 'packages/ui/src/elements.css', 'apps/docs/src/style.css'];

interface ScriptBuild {
  readonly target: string[];
  readonly plugins: Plugin[];
  readonly postBanner: string;
}

export async function buildDocs(root: string, to: string, script: ScriptBuild): Promise<void> {
  rmSync(to, { recursive: true, force: true });
  const files = site(root)
    .set('style.css', STYLES.map((file) => readFileSync(join(root, file), 'utf8')).join(''))
    .set('icon.svg', ICON);
  for (const [name, content] of files) {
    mkdirSync(dirname(join(to, name)), { recursive: true });
    writeFileSync(join(to, name), content);
  }
  const input = { docs: join(import.meta.dirname, 'browser', 'docs.ts') };
  const { target, plugins, postBanner } = script;
  await using bundle = await rolldown({ input, plugins, transform: { target } });
  await bundle.write({ dir: to, minify: true, postBanner });
}

const ICON = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 96 96" fill="none" stroke="#3453d9" stroke-width="6" stroke-linecap="round">${RIDGES.map((ridge) => `<path d="${ridge}"/>`).join('')}</svg>`;

function site(root: string): Map<string, string | Uint8Array> {
  const entries = [...CONTENTS.flatMap((group) => group.entries), BENCHMARKS, ...exampleEntries(root)];
  const pictures = globSync('docs/**/*.{svg,webp,json}', { cwd: root });
  const addresses = new Map([
    ...pictures.map((file): [string, string] => [file, `/${file}`]),
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
    .flatMap(({ entry, content }) => searchSections(entry, content));
  return new Map<string, string | Uint8Array>([
    ...pages.map(
      ({ entry, content }) => [`${entry.path || 'index'}.html`, docsPage(entry, CONTENTS, content)] as const,
    ),
    ...pictures.map((file) => [file.slice('docs/'.length), readFileSync(join(root, file))] as const),
    ['search.json', searchIndex(parts)],
  ]);
}

/** Code is left out: it repeats what the text says. */
function searchSections(entry: Entry, content: string): SearchSection[] {
  let section = '';
  return content
    .replaceAll(/<pre[^]*?<\/pre>|<svg[^]*?<\/svg>|<fieldset[^]*?<\/fieldset>|<a class="anchor"[^]*?<\/a>/g, ' ')
    .split(/(?=<h[23] id=")/)
    .map((part) => {
      const [, level, id, html = ''] = /^<h([23]) id="([^"]+)">([^]*?)<\/h[23]>/.exec(part) ?? [];
      const title = id === undefined ? entry.title : plainText(html);
      if (level === '2') section = title;
      return {
        id: addressOf(entry) + (id === undefined ? '' : `#${id}`),
        page: level === '3' ? `${entry.title}, ${section}` : entry.title,
        title,
        text: plainText(part.replace(/^<h[1-3][^]*?<\/h[1-3]>/, '')),
      };
    });
}

const FOLDER = 'examples';
const KINDS: Readonly<Record<string, string>> = { 'bio-api': 'Bio API', backend: 'Backend' };
const SYNTAXES: Readonly<Record<string, string>> = {
  '.py': 'python',
  '.java': 'java',
  '.go': 'go',
  '.php': 'php',
};

const exampleEntries = (root: string): Entry[] =>
  Object.entries(KINDS).flatMap(([kind, name]) =>
    readdirSync(join(root, FOLDER, kind))
      .map((language) => ({ path: `${FOLDER}/${kind}/${language}`, title: `${name}: ${language}` }))
      .filter(({ path }) => existsSync(join(root, path, 'README.md')))
      .map(({ path, title }) => ({ path, title, file: `${path}/README.md`, isPartOf: FOLDER })),
  );

const exampleSources = (root: string, { path }: Entry): string =>
  readdirSync(join(root, path))
    .filter((name) => extname(name) in SYNTAXES)
    .map((name) => {
      const code = readFileSync(join(root, path, name), 'utf8').trimEnd();
      return `${heading(2, name.toLowerCase(), escapeHtml(name))}\n${codeBlock(code, SYNTAXES[extname(name)])}`;
    })
    .join('\n');
