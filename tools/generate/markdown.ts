export type Filled = Readonly<Record<string, () => string>>;

export const code = (text: string): string => `\`${text}\``;

export function table(columns: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string =>
    `| ${cells.map((cell) => cell.replaceAll('|', '\\|').replaceAll('\n', ' ')).join(' | ')} |`;
  return [line(columns), line(columns.map(() => '---')), ...rows.map(line)].join('\n');
}

export const fence = (text: string, language = 'text'): string => `\`\`\`${language}\n${text}\n\`\`\``;

/** A heading that every call has. Its anchor names the call. */
export const part = (call: string, title: string, more: string | number = ''): string =>
  `### ${`${title} ${more}`.trim()} <a id="${call}-${title.toLowerCase()}"></a>`;

export const blocks = (...parts: readonly (string | undefined | false)[]): string =>
  parts.filter((part) => part).join('\n\n');

export const cells = (line: string): string[] =>
  line
    .split('|')
    .slice(1, -1)
    .map((cell) => cell.trim());
