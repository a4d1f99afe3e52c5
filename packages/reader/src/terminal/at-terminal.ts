import { createInterface } from 'node:readline/promises';
import type { Person } from './person.ts';
import { UsageError } from './usage-error.ts';

export const NOBODY_TO_ASK = 'Nobody can be asked here: add --yes, and --finger for an enrollment.';

/** Names come from merchants: nothing that moves a cursor or hides a line is written. */
const printable = (text: string): string => text.replaceAll(/[\p{Cc}\p{Cf}\u2028\u2029]/gu, '\uFFFD');

/** The person at this process's own terminal. `output` is where sentences go: with `--json` not to where the result goes. */
export const atTerminal = (output: NodeJS.WriteStream): Person => ({
  tell: (line) => void output.write(`${printable(line)}\n`),
  async ask(question) {
    if (!process.stdin.isTTY) throw new UsageError(NOBODY_TO_ASK);
    const lines = createInterface({ input: process.stdin, output });
    try {
      return (await lines.question(printable(question))).trim();
    } finally {
      lines.close();
    }
  },
});
