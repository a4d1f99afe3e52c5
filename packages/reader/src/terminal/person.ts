import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline/promises';

/** The command cannot run as given; its message says what to change. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

export interface Person {
  tell(line: string): void;
  /** The trimmed answer. */
  ask(question: string): Promise<string>;
}

/** Removes control characters: names come from merchants and must not move the cursor or hide a line. */
const printable = (text: string): string => text.replaceAll(/[\p{Cc}\p{Cf}\u2028\u2029]/gu, '\uFFFD');

export const atTerminal = (output: NodeJS.WriteStream): Person => ({
  tell: (line) => void output.write(`${printable(line)}\n`),
  async ask(question) {
    const lines = createInterface({ input: process.stdin, output });
    try {
      return (await lines.question(printable(question))).trim();
    } finally {
      lines.close();
    }
  },
});

export function readText(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    throw new UsageError(`The file ${file} cannot be read.`);
  }
}

export const listOf = (env: NodeJS.ProcessEnv, name: string): string[] =>
  (env[name] ?? '')
    .split(',')
    .map((one) => one.trim())
    .filter((one) => one !== '');
