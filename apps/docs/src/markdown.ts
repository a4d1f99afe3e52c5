import { EXAMPLE_LANGUAGES, exampleCode } from './call-examples/languages.ts';
import type { Section, Table } from './section.ts';

/** Sections as Markdown, for the repo. Pictures stand beside it as files. Of the examples it has those for curl: `/docs` has them all. */
export function markdown(title: string, note: string, sections: readonly Section[]): string {
  return `# ${title}\n\n<!-- ${note} -->\n\n${sections.map(section).join('\n\n')}\n`;
}

const section = ({ id, title, level, text = [], code, language = 'text', table, svg, example }: Section): string =>
  [
    `${'#'.repeat(level)} ${title}`,
    ...[text].flat(),
    svg && `![${title}](${id}.svg)`,
    table && markdownTable(table),
    example && fenced(exampleCode(EXAMPLE_LANGUAGES[0]!, example), EXAMPLE_LANGUAGES[0]!.syntax),
    code && fenced(code, language),
  ]
    .filter((part) => part)
    .join('\n\n');

const fenced = (code: string, language: string): string => `\`\`\`${language}\n${code}\n\`\`\``;

function markdownTable({ columns, rows }: Table): string {
  const line = (cells: readonly string[]): string =>
    `| ${cells.map((cell) => cell.replaceAll('|', '\\|').replaceAll('\n', ' ')).join(' | ')} |`;
  return [line(columns), line(columns.map(() => '---')), ...rows.map(line)].join('\n');
}
