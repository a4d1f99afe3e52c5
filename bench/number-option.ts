/** What whoever typed the command can mend: said without a stack. */
export class BadOption extends Error {}

/** The value of an option, within its bounds. */
export function numberOption(name: string, text: string, min: number, max: number): number {
  const value = Number(text);
  if (!(value >= min && value <= max)) throw new BadOption(`--${name} must be a number from ${min} to ${max}`);
  return value;
}
