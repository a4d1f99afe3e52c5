import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path/posix';
import { OPERATIONS, type OperationName } from '@authly/contract/operation-table';
import { Marked } from 'marked';
import { callExample } from './call-examples/languages.ts';
import { codeBlock, escapeHtml, heading, plainText, table } from './html.ts';

export interface MarkdownFile {
  readonly root: string;
  readonly file: string;
  readonly addressOf: (file: string) => string | undefined;
}

const GENERATED = /<!--[=/][^]*?-->/g;

export function markdownPage({ root, file, addressOf }: MarkdownFile): string {
  const ids = new Set<string>();
  const inRepo = (path: string): string => join(dirname(file), path);
  const resolve = (href: string): string | undefined => {
    if (/^(?:[a-z]+:|#|\/)/i.test(href)) return href;
    const [path = '', fragment] = href.split('#');
    const address = addressOf(inRepo(path));
    return address === undefined || fragment === undefined ? address : `${address}#${fragment}`;
  };
  const marked = new Marked({
    gfm: true,
    renderer: {
      heading({ tokens, depth }) {
        const html = this.parser.parseInline(tokens);
        if (depth === 1) return `<h1>${html}</h1>\n`;
        const [mark = '', id = slug(plainText(html))] = / *<a id="([^"]+)"><\/a>/.exec(html) ?? [];
        // A number after the id would change with the order of the headings.
        if (ids.has(id)) throw new Error(`${file} has two headings #${id}`);
        ids.add(id);
        return `${heading(depth, id, html.replace(mark, ''))}\n`;
      },
      code({ text, lang = '' }) {
        const [language, operation = ''] = lang.split(' ');
        return `${operation in OPERATIONS ? callExample(operation as OperationName) : codeBlock(text, language)}\n`;
      },
      table(token) {
        const cells = (row: typeof token.header): string[] => row.map((cell) => this.parser.parseInline(cell.tokens));
        return `${table(cells(token.header), token.rows.map(cells))}\n`;
      },
      link({ href, tokens }) {
        const html = this.parser.parseInline(tokens);
        const address = resolve(href);
        // Links to files outside the site are plain text.
        return address === undefined ? html : `<a href="${escapeHtml(address)}">${html}</a>`;
      },
      image: ({ href, text }) =>
        href.endsWith('.svg') ? drawing(join(root, inRepo(href))) : `<img src="${href}" alt="${escapeHtml(text)}">`,
    },
  });
  return marked
    .parse(readFileSync(join(root, file), 'utf8').replaceAll(GENERATED, ''), { async: false })
    .replaceAll(/<p>(<figure[^]*?<\/figure>)<\/p>/g, '$1')
    .replaceAll(
      /\bsrc="(?!\/|data:)([^"]+)"/g,
      (_, address: string) => `src="${escapeHtml(resolve(address) ?? address)}" loading="lazy"`,
    )
    .replaceAll('<input disabled="" type="checkbox">', '<span class="box" aria-hidden="true"></span>');
}

/** Inlined, so that it follows the page's colors. A narrow version may exist. */
function drawing(file: string): string {
  const read = (path: string): string =>
    readFileSync(path, 'utf8').replace(/\n<style>[^]*?<\/style>\n<rect class="paper"[^>]*>/, '');
  const narrow = file.replace(/\.svg$/, '-narrow.svg');
  const drawn = existsSync(narrow)
    ? `<div class="wide">${read(file)}</div><div class="narrow">${read(narrow)}</div>`
    : read(file);
  return `<figure class="drawing">${drawn}</figure>`;
}

/** As on GitHub, so that a link works in both places. */
export const slug = (title: string): string =>
  title
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replaceAll(/\s/g, '-');
