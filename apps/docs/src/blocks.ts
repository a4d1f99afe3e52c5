import { escapeHtml, plainText } from './html-text.ts';
import { highlight } from './highlight.ts';

/** The pieces that every page is made of, whether it was written as Markdown or made from a table. */

export const heading = (level: number, id: string, html: string): string =>
  `<h${level} id="${escapeHtml(id)}">${html} <a class="anchor" href="#${escapeHtml(id)}" aria-label="Link to this part: ${escapeHtml(plainText(html))}">#</a></h${level}>`;

/** The keyboard can scroll it. Copying is an extra that a script adds. */
export const codeBlock = (code: string, language = ''): string =>
  `<pre tabindex="0"><code>${highlight(code, language)}</code></pre>`;

/**
 * Cells are HTML. On a phone each row becomes a block of its own, where the column's name stands before each cell; the roles keep it
 * a table for whoever listens to it.
 */
export function table(columns: readonly string[], rows: readonly (readonly string[])[]): string {
  const head = columns
    .map((name) => (name === '' ? '<td role="cell"></td>' : `<th role="columnheader" scope="col">${name}</th>`))
    .join('');
  const body = rows.map(
    (row) => `<tr role="row">${row.map((cell, index) => tableCell(cell, columns[index])).join('')}</tr>`,
  );
  return `<table role="table" class="columns-${columns.length}"><thead role="rowgroup"><tr role="row">${head}</tr></thead><tbody role="rowgroup">${body.join('')}</tbody></table>`;
}

/** A column's name that is longer stands above its cell on a phone, not beside it. */
const LONG_NAME = 16;

function tableCell(html: string, column = ''): string {
  const name = plainText(column);
  const kind = html === '' ? ' class="empty"' : name.length > LONG_NAME ? ' class="stacked"' : '';
  return `<td role="cell" data-column="${escapeHtml(name)}"${kind}><div>${html}</div></td>`;
}
