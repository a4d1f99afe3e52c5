export type Filled = Readonly<Record<string, () => string>>;

export const code = (text: string): string => `\`${text}\``;

export function table(columns: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string =>
    `| ${cells.map((cell) => cell.replaceAll('|', '\\|').replaceAll('\n', ' ')).join(' | ')} |`;
  return [line(columns), line(columns.map(() => '---')), ...rows.map(line)].join('\n');
}

export const fence = (text: string, language = 'text'): string => `\`\`\`${language}\n${text}\n\`\`\``;

export const blocks = (...parts: readonly (string | undefined | false)[]): string =>
  parts.filter((part) => part).join('\n\n');
