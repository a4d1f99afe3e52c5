/** A mistake in the command line: its message is shown without a stack. */
export class BadOption extends Error {}

/** Also what `parseArgs` throws. */
export const isBadOption = (error: unknown): error is Error =>
  error instanceof BadOption ||
  (error instanceof Error && ((error as NodeJS.ErrnoException).code?.startsWith('ERR_PARSE_ARGS') ?? false));

/** The value of an option, within its bounds. */
export function numberOption(name: string, text: string, min: number, max: number): number {
  const value = Number(text);
  if (!(value >= min && value <= max)) throw new BadOption(`--${name} must be a number from ${min} to ${max}`);
  return value;
}
