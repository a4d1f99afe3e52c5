import type { Section, Table } from './section.ts';

/** Sections as Markdown, for the repo. Pictures stand beside it as files. */
export function markdown(title: string, note: string, sections: readonly Section[]): string {
  return `# ${title}\n\n<!-- ${note} -->\n\n${sections.map(section).join('\n\n')}\n`;
}

const section = ({ id, title, level, text = [], code, table, svg }: Section): string =>
  [
    `${'#'.repeat(level)} ${title}`,
    ...[text].flat(),
    svg && `![${title}](${id}.svg)`,
    table && markdownTable(table),
    code && `\`\`\`text\n${code}\n\`\`\``,
  ]
    .filter((part) => part)
    .join('\n\n');

function markdownTable({ columns, rows }: Table): string {
  const line = (cells: readonly string[]): string =>
    `| ${cells.map((cell) => cell.replaceAll('|', '\\|').replaceAll('\n', ' ')).join(' | ')} |`;
  return [line(columns), line(columns.map(() => '---')), ...rows.map(line)].join('\n');
}
