import { createRequire } from 'node:module';

interface Highlighter {
  registerLanguage(name: string, syntax: unknown): void;
  getLanguage(name: string): unknown;
  highlight(code: string, options: { readonly language: string }): { readonly value: string };
}

// Not imported: its types would bring the DOM's globals into every program for Node.
const load = createRequire(import.meta.url);
const hljs = load('highlight.js/lib/core') as Highlighter;
// Each language also knows its short names, such as sh, js and ts.
for (const name of ['bash', 'go', 'http', 'java', 'javascript', 'json', 'php', 'python', 'typescript'])
  hljs.registerLanguage(name, load(`highlight.js/lib/languages/${name}`));

export const escapeHtml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

export const codeInline = (text: string): string => escapeHtml(text).replaceAll(/`([^`]*)`/g, '<code>$1</code>');

export const plainText = (html: string): string =>
  html
    .replaceAll(/<\/?(?:a|code|em|span|strong|wbr)\b[^>]*>/g, '')
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&')
    .replaceAll(/\s+/g, ' ')
    .trim();

export const heading = (level: number, id: string, html: string): string =>
  `<h${level} id="${escapeHtml(id)}">${html} <a class="anchor" href="#${escapeHtml(id)}" aria-label="Link to this section: ${escapeHtml(plainText(html))}">#</a></h${level}>`;

/** Highlighted at build time. `tabindex` lets the keyboard scroll it. */
export const codeBlock = (code: string, language = ''): string =>
  `<pre tabindex="0"><code>${hljs.getLanguage(language) ? hljs.highlight(code, { language }).value : escapeHtml(code)}</code></pre>`;

/** Cells are HTML. On a phone each row becomes a block; the roles keep it a table for screen readers. */
export function table(columns: readonly string[], rows: readonly (readonly string[])[]): string {
  const head = columns
    .map((name) => (name === '' ? '<td role="cell"></td>' : `<th role="columnheader" scope="col">${name}</th>`))
    .join('');
  const body = rows.map(
    (row) => `<tr role="row">${row.map((cell, index) => tableCell(cell, columns[index])).join('')}</tr>`,
  );
  return `<table role="table" class="columns-${columns.length}"><thead role="rowgroup"><tr role="row">${head}</tr></thead><tbody role="rowgroup">${body.join('')}</tbody></table>`;
}

const LONG_NAME = 16;
/** Longer code may break anywhere, so that it does not widen its column. */
const LONG_CODE = 36;

function tableCell(html: string, column = ''): string {
  const name = plainText(column);
  const kind = html === '' ? ' class="empty"' : name.length > LONG_NAME ? ' class="stacked"' : '';
  const content = html.replaceAll(/<code>([^<]*)<\/code>/g, (all, code: string) =>
    code.length > LONG_CODE ? `<code class="long">${code}</code>` : all,
  );
  return `<td role="cell" data-column="${escapeHtml(name)}"${kind}><div>${content}</div></td>`;
}
