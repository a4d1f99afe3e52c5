/** Pieces of Markdown that tables of the code are written with. */

/** What `<!--=name-->` stands for in the docs. */
export type Filled = Readonly<Record<string, () => string>>;

export const code = (text: string): string => `\`${text}\``;

export function table(columns: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string =>
    `| ${cells.map((cell) => cell.replaceAll('|', '\\|').replaceAll('\n', ' ')).join(' | ')} |`;
  return [line(columns), line(columns.map(() => '---')), ...rows.map(line)].join('\n');
}

export const fence = (text: string, language = 'text'): string => `\`\`\`${language}\n${text}\n\`\`\``;

/** Paragraphs, headings and tables, one below the other. Leaves out what is not there. */
export const blocks = (...parts: readonly (string | undefined | false)[]): string =>
  parts.filter((part) => part).join('\n\n');
