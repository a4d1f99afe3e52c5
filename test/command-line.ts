import { helpIfAsked } from '../tools/command.ts';

/** A mistake in the command line: its message is shown without a stack. */
export class BadOptionError extends Error {
  override readonly name = 'BadOptionError';
}

/** Includes errors of `parseArgs`. */
export const isBadOption = (error: unknown): error is Error =>
  error instanceof BadOptionError ||
  (error instanceof Error && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS'));

/** Runs a tool with the options of its command line. SIGINT and SIGTERM abort the signal; the tool returns its exit code. */
export async function runCommand<Options>(
  help: string,
  parse: (args: string[]) => Options,
  run: (options: Options, stop: AbortSignal) => Promise<number>,
): Promise<void> {
  helpIfAsked(help);
  const stop = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stop.abort());
  try {
    process.exitCode = await run(parse(process.argv.slice(2)), stop.signal);
  } catch (error) {
    console.error(isBadOption(error) ? `${error.message}\n\n${help}` : (error as Error).stack);
    process.exitCode = 2;
  }
}

export function numberOption(name: string, text: string, min: number, max: number): number {
  const value = Number(text);
  if (!(value >= min && value <= max)) throw new BadOptionError(`--${name} must be a number from ${min} to ${max}`);
  return value;
}

export function wholeNumber(name: string, text: string, min: number, max: number): number {
  if (/^\d{1,9}$/.test(text) && Number(text) >= min && Number(text) <= max) return Number(text);
  throw new BadOptionError(`--${name} must be a whole number from ${min} to ${max}`);
}
