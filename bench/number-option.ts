/** The value of an option, within its bounds. */
export function numberOption(name: string, text: string, min: number, max: number): number {
  const value = Number(text);
  if (!(value >= min && value <= max)) throw new Error(`--${name} must be a number from ${min} to ${max}`);
  return value;
}
