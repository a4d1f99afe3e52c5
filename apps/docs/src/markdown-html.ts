import { dirname, join } from 'node:path/posix';
import { Marked } from 'marked';
import { codeBlock, heading, table } from './blocks.ts';
import { escapeHtml, plainText } from './html-text.ts';

/** Where a file of the repo is shown, if it is. */
export type AddressOf = (file: string) => string | undefined;

/** A Markdown file of the repo as the content of a page. `file` is its path from the root: its links are relative to it. */
export function markdownHtml(text: string, file: string, addressOf: AddressOf): string {
  const ids = new Map<string, number>();
  const resolve = (href: string): string | undefined => target(href, file, addressOf);
  const marked = new Marked({
    gfm: true,
    renderer: {
      heading({ tokens, depth }) {
        const html = this.parser.parseInline(tokens);
        return depth === 1 ? `<h1>${html}</h1>\n` : `${heading(depth, uniqueId(slug(plainText(html)), ids), html)}\n`;
      },
      code: ({ text: code, lang = '' }) => `${codeBlock(code, lang)}\n`,
      table(token) {
        const cells = (row: typeof token.header): string[] => row.map((cell) => this.parser.parseInline(cell.tokens));
        return `${table(cells(token.header), token.rows.map(cells))}\n`;
      },
      link({ href, tokens }) {
        const html = this.parser.parseInline(tokens);
        const address = resolve(href);
        // What is only in the repository is named, not linked.
        return address === undefined ? html : `<a href="${escapeHtml(address)}">${html}</a>`;
      },
    },
  });
  // Raw HTML in our own pages is only figures, whose addresses are relative to the file.
  return marked
    .parse(text, { async: false })
    .replaceAll(
      /src="(?!\/|data:)([^"]+)"/g,
      (_, src: string) => `src="${escapeHtml(resolve(src) ?? src)}" loading="lazy"`,
    )
    .replaceAll('<input disabled="" type="checkbox">', '<span class="box" aria-hidden="true"></span>');
}

/** As GitHub makes them, so that a link works in both places. */
export const slug = (title: string): string =>
  title
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replaceAll(/\s/g, '-');

function uniqueId(id: string, taken: Map<string, number>): string {
  const count = taken.get(id) ?? 0;
  taken.set(id, count + 1);
  return count === 0 ? id : `${id}-${count}`;
}

function target(href: string, file: string, addressOf: AddressOf): string | undefined {
  if (/^(?:[a-z]+:|#|\/)/i.test(href)) return href;
  const [path = '', fragment] = href.split('#');
  const address = addressOf(join(dirname(file), path));
  return address === undefined || fragment === undefined ? address : `${address}#${fragment}`;
}
