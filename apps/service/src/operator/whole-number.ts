import { InvalidArgumentError } from 'commander';

/** A parser for an option that is a whole number within bounds. */
export const wholeNumber =
  (least: number, most: number) =>
  (text: string): number => {
    const number = Number(text);
    if (!/^\d+$/.test(text) || number < least || number > most)
      throw new InvalidArgumentError(`must be a whole number from ${least} to ${most}`);
    return number;
  };
