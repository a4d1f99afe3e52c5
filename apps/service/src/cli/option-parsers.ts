import { InvalidArgumentError } from 'commander';

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
