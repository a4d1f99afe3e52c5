import { InvalidArgumentError } from 'commander';
import { OperatorError } from '../actions/operator.ts';

/** A parser for an option that is a whole number within bounds. */
export const wholeNumber =
  (min: number, max: number) =>
  (text: string): number => {
    const number = Number(text);
    if (!/^\d+$/.test(text) || number < min || number > max)
      throw new InvalidArgumentError(`must be a whole number from ${min} to ${max}`);
    return number;
  };

export function trueOrFalse(text: string): boolean {
  if (text !== 'true' && text !== 'false') throw new InvalidArgumentError('must be true or false');
  return text === 'true';
}

const UNIT_MS = { s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 } as const;

/** `90s`, `15m`, `36h`, `8d`. */
export function duration(text: string): number {
  const [, count, unit] = /^(\d{1,6})([smhd])$/.exec(text) ?? [];
  if (count === undefined) throw new OperatorError(`"${text}" is not a duration. Use 90s, 15m, 36h or 8d`);
  return Number(count) * UNIT_MS[unit as keyof typeof UNIT_MS];
}
