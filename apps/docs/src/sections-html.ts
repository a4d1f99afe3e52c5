import { codeBlock, heading, table } from './blocks.ts';
import { exampleHtml } from './call-example-html.ts';
import { escapeHtml, inlineHtml } from './html-text.ts';
import type { Section } from './section.ts';

/** The reference as a page. `intro` is HTML. */
export const sectionsHtml = (title: string, intro: string, sections: readonly Section[]): string =>
  `<h1>${escapeHtml(title)}</h1>\n<p class="lead">${intro}</p>\n${sections.map(section).join('\n')}`;

const section = ({ id, title, level, text = [], code, language, table: rows, svg, example }: Section): string =>
  [
    heading(level, id, escapeHtml(title)),
    ...[text].flat().map((paragraph) => `<p>${inlineHtml(paragraph)}</p>`),
    svg && `<figure class="drawing">${svg}</figure>`,
    rows &&
      table(
        rows.columns.map(escapeHtml),
        rows.rows.map((row) => row.map(inlineHtml)),
      ),
    example && exampleHtml(example),
    code && codeBlock(code, language),
  ]
    .filter((part) => part)
    .join('\n');
